"""The command line: `saltonsea-desktop [COMMAND] [OPTIONS]` (docs/command-line.md).

Without a command the window starts. A command's module is imported when it is called, and imports what it needs then,
so that `--version`, errors and the window start fast.

Exit codes: 0 fine, 1 a check failed, 2 bad input; for the last two there is one sentence on the error output. An
interrupt (130) and a reader that went away (141) end the program without a word.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Sequence

from saltonsea_desktop.commands import BadInput, CheckFailed, Parser
from saltonsea_desktop.commands.window import add_arguments as add_window_arguments

PROGRAM = "saltonsea-desktop"
FINE, FAILED, BAD, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141

COMMANDS: dict[str, str] = {
    "simulate": "play many games between computer players",
    "replay": "verify a saved game and print its scores",
    "scenario": "run rule scenarios",
    "components": "check, list or copy a component pack",
    "shot": "draw any moment of a saved game as a picture",
    "bench": "measure the speed of rules and bots",
    "fuzz": "play random games and check every law of the engine",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (default: that of this process); the exit code."""
    _frozen()
    _lenient_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(arguments)
        _flush()
    except BadInput as error:
        _complain(str(error))
        code = BAD
    except CheckFailed as error:
        _complain(str(error))
        code = FAILED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = NO_READER
    except OSError as error:  # the disk that output is redirected to is full, and the like
        _complain(f"The output cannot be written: {error.strerror or error}.")
        code = BAD
    try:
        _flush()
    except OSError:
        _drop_output()
    return code


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        name = arguments[0]
        module = importlib.import_module(f"saltonsea_desktop.commands.{name}")
        parser = Parser(prog=f"{PROGRAM} {name}", description=module.__doc__)
        module.add_arguments(parser)
        module.run(parser.parse_args(arguments[1:]))
        return FINE
    parser = Parser(
        prog=PROGRAM,
        description="Salton Sea on the desktop. Without a command the window starts.",
        epilog="commands:\n"
        + "\n".join(f"  {name:12}{text}" for name, text in COMMANDS.items())
        + f"\n\n`{PROGRAM} COMMAND --help` says more about each. None of them needs a display.",
    )
    add_window_arguments(parser)
    parser.add_argument("--version", action="store_true", help="print version, Python and component pack, and stop")
    parser.add_argument("file", nargs="?", metavar="COMMAND | SAVE", help="a command (see below) or a save to open")
    options = parser.parse_args(arguments)
    if options.version:
        print(version())
        return FINE
    if options.file is not None:
        _only_a_save(options.file)
    from saltonsea_desktop.commands import window

    return window.run(options)


def _only_a_save(text: str) -> None:
    """Raises BadInput unless the word can be a save; a misspelt command is one that is no file."""
    if text in COMMANDS:
        raise BadInput(f"The command comes first: {PROGRAM} {text} [OPTIONS].")
    if not os.path.lexists(text) and not text.endswith(".saltonsea"):
        near = difflib.get_close_matches(text, COMMANDS, n=1)
        hint = f' (did you mean "{near[0]}"?).' if near else f"; commands are {', '.join(COMMANDS)}."
        raise BadInput(f'There is no command and no file "{text}"{hint}')


def version() -> str:
    """Version, Python and the digest of the built-in component pack in one line."""
    import platform

    from saltonsea_desktop import __version__
    from saltonsea_desktop.games.saltonsea.components import read_pack

    return f"{PROGRAM} {__version__}, Python {platform.python_version()}, component pack {read_pack().digest}"


# ---------------------------------------------------------------- the process


def _frozen() -> None:
    """A frozen program starts itself again for each worker process; that call does not return there."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()


def _lenient_streams() -> None:
    """A terminal that cannot show a character gets an escape instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # streams of tests and of frozen windows have none
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        print(f"{PROGRAM}: {' '.join(sentence.split())}", file=sys.stderr)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """Point the output to nowhere, so that the interpreter does not complain about it when it ends."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


__all__ = ["COMMANDS", "main", "version"]
