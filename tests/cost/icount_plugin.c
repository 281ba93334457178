/* QEMU TCG plugin: how many instructions run from each arrival at address `begin` until the next at `end`.
 *   gcc -shared -fPIC -O2 icount_plugin.c -o icount.so
 *   qemu-system-arm ... -plugin ./icount.so,begin=0x...,end=0x... -d plugin -D counts.txt
 * Debian ships no qemu-plugin.h; the few declarations needed (plugin API 1, QEMU 4.2 to 8) are written out here. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*translated_t)(qemu_plugin_id_t, struct qemu_plugin_tb*);
typedef void (*executed_t)(unsigned cpu, void* user);
typedef void (*at_exit_t)(qemu_plugin_id_t, void* user);

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, translated_t);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, executed_t, int flags, void* user);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, at_exit_t, void* user);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
extern struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);
extern void qemu_plugin_outs(const char*);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t begin_address, end_address;
static uint64_t executed, executed_at_begin;
static uint64_t calls, sum, fewest = UINT64_MAX, most;
static bool is_counting;

static void on_begin(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  is_counting = true;
  executed_at_begin = executed;
}

static void on_end(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  if (!is_counting) { return; }
  const uint64_t count = executed - executed_at_begin;
  is_counting = false;
  ++calls;
  sum += count;
  if (count < fewest) { fewest = count; }
  if (count > most) { most = count; }
}

static void on_instruction(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  ++executed;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t address = qemu_plugin_insn_vaddr(instruction);
    if (address == end_address) { qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_end, 0, NULL); }
    if (address == begin_address) { qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_begin, 0, NULL); }
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_instruction, 0, NULL);
  }
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void* user) {
  (void)id, (void)user;
  char line[160];
  snprintf(line, sizeof line, "calls=%" PRIu64 " sum=%" PRIu64 " min=%" PRIu64 " max=%" PRIu64 "\n", calls, sum,
           calls != 0 ? fewest : 0, most);
  qemu_plugin_outs(line);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void* info, int argc,
                                                               char** argv) {
  (void)info;
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "begin=", 6) == 0) { begin_address = strtoull(argv[i] + 6, NULL, 0); }
    if (strncmp(argv[i], "end=", 4) == 0) { end_address = strtoull(argv[i] + 4, NULL, 0); }
  }
  if (begin_address == 0 || end_address == 0) {
    fprintf(stderr, "icount: begin= and end= are needed\n");
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
