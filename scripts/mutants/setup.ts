// Stryker runs tests in threads, which can't change the process's umask.
process.umask = () => 0o022;
