//! Starting a process that leaves nothing behind: a keeper stands between us and it.
//!
//! The process that we start forks once more. The copy becomes the program; the original, the keeper, waits for it.
//! Orphans of the program fall to the keeper, even those with a session of their own.
//! When the program ends, or we end, or we ask with SIGTERM, the keeper kills all of them and then ends as the program did.
//! An alarm is handed on to the program; all other signals, such as those of a terminal, mean nothing to the keeper.

#![allow(unsafe_code)] // Only here: code between fork and exec can be given to `Command` in no other way.

use libc::{c_int, pid_t, rlim_t};
use std::io;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Once;

/// What a process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Bytes of address space; 0 for no limit.
    pub memory: u64,
    /// Bytes in any file that it writes.
    pub file: u64,
}

/// Makes a command start under a keeper. It inherits the descriptors `keep`, whose owners must live until it is spawned.
pub(crate) fn leash(command: &mut Command, keep: Vec<RawFd>, limits: ProcessLimits) {
    let parent = std::process::id().cast_signed();
    // SAFETY: between fork and exec `start` makes system calls only: it takes no lock and no memory.
    unsafe {
        command.pre_exec(move || start(&keep, limits, parent));
    }
}

/// Lets us see how children end. Our parent process may ignore the end of children, and then nobody is told of it.
pub(crate) fn heed_children() {
    static ONCE: Once = Once::new();
    // SAFETY: the default is no function of ours.
    ONCE.call_once(|| unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGCHLD, std::ptr::null(), &mut action);
        if action.sa_sigaction == libc::SIG_IGN {
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        }
    });
}

/// Runs in the new process. Returns in the program's process only; the keeper never returns.
fn start(keep: &[RawFd], limits: ProcessLimits, parent: pid_t) -> io::Result<()> {
    // SAFETY: plain system calls on values that live on this stack.
    unsafe {
        checked(libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1))?;
        end_with(parent, libc::SIGTERM)?;
        // A session by whose number all are found again that do not leave it, and without a terminal.
        checked(libc::setsid())?;
        limit(libc::RLIMIT_CORE, 0)?;
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        let mut all = std::mem::zeroed();
        libc::sigfillset(&mut all);
        checked(libc::sigprocmask(libc::SIG_SETMASK, &all, std::ptr::null_mut()))?;
        let keeper_pid = libc::getpid();
        match checked(libc::fork())? {
            0 => become_program(keep, limits, keeper_pid),
            program => keeper(program),
        }
    }
}

/// From now on the end of the parent is this signal; if it has ended already, so do we.
fn end_with(parent: pid_t, signal: c_int) -> io::Result<()> {
    // SAFETY: plain system calls.
    unsafe {
        checked(libc::prctl(libc::PR_SET_PDEATHSIG, signal))?;
        if libc::getppid() != parent {
            libc::_exit(1);
        }
    }
    Ok(())
}

fn checked(result: c_int) -> io::Result<c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

/// Sets a limit. One that is in force and lower stays, since no process may raise it.
fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: both pointers are to a live value.
    unsafe {
        checked(libc::getrlimit(resource, &mut limit))?;
        limit.rlim_max = limit.rlim_max.min(value as rlim_t);
        limit.rlim_cur = limit.rlim_max;
        checked(libc::setrlimit(resource, &limit)).map(|_| ())
    }
}

fn become_program(keep: &[RawFd], limits: ProcessLimits, keeper: pid_t) -> io::Result<()> {
    end_with(keeper, libc::SIGKILL)?;
    // SAFETY: plain system calls on live values.
    unsafe {
        checked(libc::setpgid(0, 0))?;
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        checked(libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut()))?;
        for &descriptor in keep {
            checked(libc::fcntl(descriptor, libc::F_SETFD, 0))?;
        }
    }
    if limits.memory > 0 {
        limit(libc::RLIMIT_AS, limits.memory)?;
    }
    limit(libc::RLIMIT_FSIZE, limits.file)
}

/// Waits for the end of the program, kills what is left of it, and ends in the same way.
fn keeper(program: pid_t) -> ! {
    // SAFETY: plain system calls on live values. Descriptors are closed so that no pipe is held open from here.
    unsafe {
        libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
        let status = wait_for(program);
        libc::kill(-program, libc::SIGKILL);
        kill_orphans();
        end_like(status)
    }
}

/// What a keeper listens to.
fn orders() -> libc::sigset_t {
    // SAFETY: an all-zero set is a valid argument of sigemptyset.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in [libc::SIGTERM, libc::SIGCHLD, libc::SIGALRM] {
            libc::sigaddset(&mut set, signal);
        }
        set
    }
}

/// The wait status of the program. SIGTERM is the order to kill it, SIGALRM to send it an alarm.
fn wait_for(program: pid_t) -> c_int {
    let orders = orders();
    loop {
        // SAFETY: plain system calls on live values.
        unsafe {
            match libc::sigwaitinfo(&orders, std::ptr::null_mut()) {
                libc::SIGTERM => libc::kill(program, libc::SIGKILL),
                libc::SIGALRM => libc::kill(program, libc::SIGALRM),
                _ => 0,
            };
            let mut status = 0;
            loop {
                match libc::waitpid(-1, &mut status, libc::WNOHANG) {
                    pid if pid == program => return status,
                    pid if pid <= 0 => break,
                    _ => {}
                }
            }
        }
    }
}

/// Kills children until there are none; the children of a killed child become ours, and have their turn.
fn kill_orphans() {
    let mut text = [0; 4096];
    while let Some(length) = read_children(&mut text) {
        for pid in numbers(&text[..length]) {
            // SAFETY: a child of ours that was not waited for keeps its number.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        // SAFETY: a null status is allowed.
        if unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) } < 0 {
            return;
        }
    }
}

fn read_children(text: &mut [u8]) -> Option<usize> {
    // SAFETY: the path ends with a zero, the buffer is as long as said.
    unsafe {
        let file = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY);
        let length = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        usize::try_from(length).ok()
    }
}

/// The numbers in a text, without those that its end may have cut.
fn numbers(text: &[u8]) -> impl Iterator<Item = pid_t> + '_ {
    let whole = text.iter().rposition(|&b| b == b' ').map_or(0, |end| end + 1);
    let words = text[..whole].split(|&b| b == b' ').filter(|word| !word.is_empty());
    words.map(|word| word.iter().fold(0, |n, b| n * 10 + pid_t::from(b - b'0')))
}

fn end_like(status: c_int) -> ! {
    // SAFETY: plain system calls.
    unsafe {
        if libc::WIFSIGNALED(status) {
            let signal = libc::WTERMSIG(status);
            libc::signal(signal, libc::SIG_DFL);
            let mut set = std::mem::zeroed();
            // Only this one: others may have come meanwhile.
            libc::sigemptyset(&mut set);
            libc::sigaddset(&mut set, signal);
            libc::sigprocmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
            libc::kill(libc::getpid(), signal);
        }
        libc::_exit(libc::WEXITSTATUS(status))
    }
}
