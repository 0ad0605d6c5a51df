/*
 * Preloaded into a server (LD_PRELOAD): while FSYNC_FAILS_WHILE names a file that exists, fsync of a SQLite log fails,
 * and from the first time on writing to the log fails, too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int is_broken = 0;

static int is_log(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 4) return 0;
  path[length] = 0;
  return strcmp(path + length - 4, "-wal") == 0;
}

static int is_failing(void) {
  const char *flag = getenv("FSYNC_FAILS_WHILE");
  if (flag && access(flag, F_OK) == 0) return 1;
  is_broken = 0;
  return 0;
}

static int sync_file(int file, long call) {
  if (!is_log(file) || !is_failing()) return syscall(call, file);
  is_broken = 1;
  errno = EIO;
  return -1;
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
  if (!is_broken || !is_log(file) || !is_failing()) return syscall(SYS_pwrite64, file, bytes, count, offset);
  errno = EIO;
  return -1;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }

int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }
