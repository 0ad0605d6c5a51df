"""Runs a program as the unit lets it: run-in-unit.py UNIT PROGRAM ARGUMENTS...

What it takes over from the unit: SystemCallFilter, SystemCallErrorNumber, RestrictAddressFamilies, NoNewPrivileges and the
empty CapabilityBoundingSet. It needs Debian's python3-seccomp, and systemd-analyze for the sets of system calls.
"""
import ctypes
import errno
import os
import socket
import subprocess
import sys

import seccomp

PR_SET_NO_NEW_PRIVS = 38
PR_CAPBSET_DROP = 24


def read_unit(path):
    values = {}
    with open(path, encoding="utf-8") as unit:
        for line in unit:
            name, equals, value = line.strip().partition("=")
            if equals and not name.startswith("#"):
                values.setdefault(name, []).append(value)
    return values


def list_calls(name):
    """The calls of a set such as @system-service, with those of the sets in it."""
    if not name.startswith("@"):
        return {name}
    command = ["systemd-analyze", "syscall-filter", "--no-pager", name]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    words = [line.split()[0] for line in lines[1:] if line.strip() and not line.strip().startswith("#")]
    return set().union(*(list_calls(word) for word in words))


def main():
    unit = read_unit(sys.argv[1])
    # What every filter that allows has in it.
    allowed = list_calls("@default")
    for value in unit["SystemCallFilter"]:
        calls = set().union(*(list_calls(word) for word in value.removeprefix("~").split()))
        allowed = allowed - calls if value.startswith("~") else allowed | calls
    number = getattr(errno, unit["SystemCallErrorNumber"][0])
    families = [getattr(socket, name) for name in unit["RestrictAddressFamilies"][0].split()]
    if "yes" not in unit["NoNewPrivileges"] or unit["CapabilityBoundingSet"] != [""]:
        raise SystemExit("The unit leaves privileges.")

    system_calls = seccomp.SyscallFilter(seccomp.ERRNO(number))
    for call in sorted(allowed - {"socket"}):
        try:
            system_calls.add_rule(seccomp.ALLOW, call)
        except (RuntimeError, ValueError, OSError):
            pass  # Of another kind of processor.
    for family in families:
        system_calls.add_rule(seccomp.ALLOW, "socket", seccomp.Arg(0, seccomp.EQ, int(family)))

    process = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        process.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    process.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    system_calls.load()
    os.execv(sys.argv[2], sys.argv[2:])


main()
