"""Ed25519 (RFC 8032, section 5.1): points of the curve, and verifying a signature."""
import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493     # the order of the base point
CURVE_D = -121665 * pow(121666, P - 2, P) % P
NEUTRAL = (0, 1, 1, 0)


def point_add(a, b):
    """The sum of two points in extended coordinates (X, Y, Z, T)."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    u = (y1 - x1) * (y2 - x2) % P
    v = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * CURVE_D % P
    d = 2 * z1 * z2 % P
    e, f, g, h = v - u, d - c, d + c, v + u
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_times(n, point):
    result = NEUTRAL
    while n:
        if n & 1:
            result = point_add(result, point)
        point = point_add(point, point)
        n >>= 1
    return result


def point_encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def point_decode(data):
    """The point, or None: y must be below p, x must exist, and be 0 only with sign 0."""
    bits = int.from_bytes(data, "little")
    y, sign = bits & (1 << 255) - 1, bits >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point_decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def small_order(point):
    return point_encode(point_times(8, point)) == point_encode(NEUTRAL)


def ed25519_verify(public, message, signature):
    """Strict: S < L, good encodings, no key or R of small order, the equation without cofactor."""
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = point_decode(public), point_decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L or small_order(a) or small_order(r):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return point_encode(point_add(point_times(s, BASE), point_times(k, minus_a))) == signature[:32]
