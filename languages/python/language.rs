//! What Python declares of itself. Its interpreter is a snapshot, which `src/` makes, of the module that
//! `requirements.txt` names.

mod imports;

use crate::description::{ScriptDescription, SystemProgram, Ways};
pub(crate) use imports::find_imports;

pub(crate) const SCRIPT: ScriptDescription = ScriptDescription {
    id: "python",
    name: "Python",
    is_interpreter_large: true,
    build_tool: "pip (Python 3)",
    translation: None,
    endings: &["py"],
    declarations: None,
    main_file: "bot.py",
    arguments: &["/bot.py"],
    // `# file: NAME` is the first line of many a file.
    file_line: "# %% file: ",
    section: b"botyard.python",
    has_packages: true,
    has_recorded_lines: false,
    system_program: SystemProgram { name: "your own Python", command: "python3" },
    can_be_program: true,
};

pub(crate) const WAYS: Ways = Ways {
    print_line: "print(\"…\", flush=True)",
    flush: "print(…, flush=True)",
    read_lines: "for line in sys.stdin",
    print_to_stderr: "print(…, file=sys.stderr)",
    read_clock: "time.perf_counter()",
    find_end: "the last lines of the traceback",
    find_trap: "",
    find_signal: "python3 -X faulthandler",
};

pub(crate) const STARTER_FILES: &[(&str, &str)] = &[];

pub(crate) const OTHER_IDS: &[&str] = &["py", "python3"];

/// It is not compressed as well as it could be, which would take minutes.
pub(crate) const PAGE_BYTES: usize = 8_600_000;
