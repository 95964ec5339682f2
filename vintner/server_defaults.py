"""Where the web server listens and with how many processes, unless the settings say otherwise. Read by the settings and
by the programs that start before anything is installed.
"""

HOST = "127.0.0.1"
PORT = 8000
WEB_WORKERS = 2
