/* Preloaded into a server (LD_PRELOAD): a disk that takes FSYNC_DELAY_US longer for each fsync. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char *delay = getenv("FSYNC_DELAY_US");
  if (delay) usleep(atoi(delay));
}

int fsync(int file) {
  wait_for_disk();
  return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  wait_for_disk();
  return syscall(SYS_fdatasync, file);
}
