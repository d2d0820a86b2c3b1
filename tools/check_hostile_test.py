"""Nothing that somebody wrote makes check_certificate.py fail or hang; signatures are strict.

    python3 tools/check_hostile_test.py
"""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from certificate_checker import ed25519, losses  # noqa: E402
from made_certificates import (KEY, SECRET, changer, dp, expand, finish, gaussian, histogram, laplace, node,  # noqa: E402
    run, several_cells, sign, sums, unknown_keys, zcdp)


class Signatures(unittest.TestCase):
    """Test vectors of RFC 8032, section 7.1, and what a strict verifier refuses."""

    VECTORS = [
        ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
        ("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
         "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704")]

    def test_vectors(self):
        for secret, public, message, signature in self.VECTORS:
            self.assertEqual(expand(bytes.fromhex(secret))[2].hex(), public)
            self.assertEqual(sign(bytes.fromhex(secret), bytes.fromhex(message)).hex(), signature)
            self.assertTrue(ed25519.ed25519_verify(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)))
            self.assertFalse(ed25519.ed25519_verify(bytes.fromhex(public), bytes.fromhex(message) + b"x", bytes.fromhex(signature)))

    def test_strict(self):
        public, message, signature = (bytes.fromhex(x) for x in self.VECTORS[2][1:])
        s = int.from_bytes(signature[32:], "little") + ed25519.L
        self.assertFalse(ed25519.ed25519_verify(public, message, signature[:32] + s.to_bytes(32, "little")))
        one = (1).to_bytes(32, "little")
        self.assertFalse(ed25519.ed25519_verify(one, message, one + bytes(32)))                    # the neutral point
        self.assertIsNone(ed25519.point_decode((ed25519.P + 1).to_bytes(32, "little")))              # y not below p
        self.assertIsNone(ed25519.point_decode((1 | 1 << 255).to_bytes(32, "little")))             # x = 0 with a sign
        self.assertIsNone(ed25519.point_decode((2).to_bytes(32, "little")))                        # no such point
        self.assertFalse(ed25519.ed25519_verify((2).to_bytes(32, "little"), message, signature))


class Hostile(unittest.TestCase):
    """Nothing makes it fail or hang."""

    def setUp(self):
        self.work, losses.COMPOSING.most = losses.COMPOSING.most, 50_000

    def tearDown(self):
        losses.COMPOSING.most = self.work

    def test_no_certificates(self):
        good = finish(histogram())
        for data in (b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\n", b'"\xed\xa0\x80"\n', b'"\\ud800"\n', b"1e5\n", b"NaN\n", b"-0\n",
                     b"[" * 100000, b"[" * 500 + b"]" * 500 + b"\n", b'{"a":' * 70 + b"1" + b"}" * 70 + b"\n", b"9" * 5000 + b"\n",
                     b'{"a":1,"a":1}\n', good[:-1], good + b"\n", good.replace(b'":', b'": ', 1), b"\xef\xbb\xbf" + good,
                     good.replace(b'"unit":"1"', b'"unit":"1","unit":"1"'), good.replace(b'"count":9819', b'"count":9819.0'),
                     good.replace(b'"count":9819', b'"count":9.819e3'), good.replace(b'"format"', b'"f\\u006frmat"')):
            report, text = run(data)
            self.assertIn("WRONG   canonical" if data[:1] != b"{" or len(data) > 9 else "WRONG   schema", text.replace("{}", ""))

    def test_huge_numbers(self):
        """The report says WRONG or unknown, and soon."""
        long = "1" + "0" * 3999
        for make, changes in (
                (histogram, {"derivation.0.inputs.scale": long}), (histogram, {"mechanism.law.numbers.0.scale": "1/" + long[:3990]}),
                (histogram, {"derivation.0.inputs.scale": "1" * 100000}), (histogram, {"confidence": "0." + "9" * 3000}),
                (histogram, {"question.columns.0.domain": "0:1e99999:1"}), (histogram, {"question.columns.0.domain": "0:1e999999999:1"}),
                (histogram, {"question.columns.0.domain": "0:1:1e-3999"}), (histogram, {"question.columns.0.domain": "0:1/0:1"}),
                (histogram, {"question.columns.0.domain": "2024-01-01:9999-12-31:1" + "s" * 50}),
                (histogram, {"question.columns.0.domain": "0000-99-01:9999-12-31:1day"}),
                (sums, {"question.measure.bounds": "0:1e99999"}), (sums, {"question.measure.step": "0"}),
                (several_cells, {"derivation.0.inputs.times_1": str(2**30)}), (several_cells, {"derivation.0.inputs.times_1": long}),
                (several_cells, {"derivation.0.conclusion.delta": "1/" + long[:900], "derivation.0.inputs.delta": "1/" + long[:900]}),
                (several_cells, {"derivation.0.premises.0.conclusion.epsilon": "1/" + long[:3000]}),
                (unknown_keys, {"derivation.0.inputs.scale": "1/" + long[:3000]}), (unknown_keys, {"derivation.0.inputs.cells": long}),
                (unknown_keys, {"derivation.0.inputs.rows": long, "derivation.0.inputs.cells": "1"}),
                (gaussian, {"derivation.0.premises.0.conclusion.variance": long, "derivation.0.premises.0.inputs.variance": long}),
                (gaussian, {"derivation.0.premises.0.conclusion.shift": int(long[:900]), "derivation.0.premises.0.inputs.sensitivity": long[:900]}),
                (gaussian, {"mechanism.law.numbers.0.variance": long}), (gaussian, {"mechanism.law.numbers.0.variance": "1/" + long[:3900]}),
                (gaussian, {"derivation.0": node("dp_from_zcdp", dp("1", "1/" + long[:100]), {"epsilon": "1", "order": long},
                                                    {**laplace("1"), "conclusion": zcdp("1/" + long[:300])})})):
            with self.subTest(make.__name__, changes=str(changes)[:100]):
                forged = make()
                changer(changes)(forged)
                report, text = run(finish(forged))
                self.assertTrue(report.wrong or report.unknown > 1, text)      # it is not signed: one is unknown anyway

    def test_command(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_certificate.py")

        def call(*words):
            done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True)
            self.assertNotIn("Traceback", done.stderr)
            return done.returncode
        with tempfile.TemporaryDirectory() as place:
            good, bad, key, old = (os.path.join(place, name) for name in ("good", "bad", "key", "old"))
            for name, data in ((good, finish(histogram(), SECRET)), (bad, b"{}"), (key, f"{KEY}\n".encode()),
                               (old, b'{"format":"selvage certificate 1"}\n')):
                with open(name, "wb") as file:
                    file.write(data)
            self.assertEqual([call(good), call(good, "--signer", KEY), call(good, "--signer", key)], [0, 0, 0])
            self.assertEqual(call(old), 2)      # of another format, and not wrong for that
            self.assertEqual([call(bad), call(good, "--signer", "1" * 64)], [1, 1])
            self.assertEqual([call(), call(good, bad), call(good, "--signer"), call(good, "--what"), call(place + "/none")], [2] * 5)


if __name__ == "__main__":
    unittest.main()
