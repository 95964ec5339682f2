"""Setting the store up and keeping its processes running, for `bin/run` and the benches.

Standard library only: `preflight`, `install` and `stamps` run on the system's Python before anything is installed.
"""
