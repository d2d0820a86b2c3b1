"""The public keys of a task, as tuples of texts; every answer is a dict from these."""
from itertools import product

import tasks

KEYS = {"department": tasks.DEPARTMENTS, "role": tasks.ROLES, "cell": tasks.CELLS}


def public_keys(task: tasks.Task) -> list[tuple]:
    if not task.by:
        return [(str(low),) for low in range(tasks.LOW, tasks.HIGH)]
    return list(product(*(KEYS[column] for column in task.by)))
