/* QEMU TCG plugin: how many instructions run from each arrival at an address until the next at another.
 *   gcc -shared -fPIC -O2 icount_plugin.c -o icount.so
 *   qemu-system-arm ... -plugin ./icount.so,call=0xBEGIN:0xEND,... -d plugin -D counts.txt
 * `call` may be given several times, and `library=0xLOW:0xHIGH` for code that is counted by itself as well, and
 * `ignore=0xLOW:0xHIGH` for code that is not counted at all.
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

enum { most_ranges = 64, most_calls = 65536 };

struct range {
  uint64_t begin, end;
};

struct call {
  struct range at;
  bool is_counting;
  uint64_t executed_at_begin, in_library_at_begin, in_library;
  uint32_t counts[most_calls];
  size_t calls;
};

static struct call calls[most_ranges];
static struct range libraries[most_ranges], ignored[most_ranges];
static size_t number_of_calls, number_of_libraries, number_of_ignored;
static uint64_t executed, executed_in_library;

static void on_begin(unsigned cpu, void* user) {
  (void)cpu;
  struct call* call = user;
  call->is_counting = true;
  call->executed_at_begin = executed;
  call->in_library_at_begin = executed_in_library;
}

static void on_end(unsigned cpu, void* user) {
  (void)cpu;
  struct call* call = user;
  if (!call->is_counting) { return; }
  call->is_counting = false;
  if (call->calls < most_calls) { call->counts[call->calls++] = (uint32_t)(executed - call->executed_at_begin); }
  call->in_library += executed_in_library - call->in_library_at_begin;
}

static void on_instruction(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  ++executed;
}

static void on_library_instruction(unsigned cpu, void* user) {
  (void)cpu, (void)user;
  ++executed;
  ++executed_in_library;
}

static bool is_in(const struct range* ranges, size_t n, uint64_t address) {
  for (size_t i = 0; i < n; ++i) {
    if (address >= ranges[i].begin && address < ranges[i].end) { return true; }
  }
  return false;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t address = qemu_plugin_insn_vaddr(instruction);
    for (size_t k = 0; k < number_of_calls; ++k) {
      struct call* call = &calls[k];
      if (address == call->at.end) { qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_end, 0, call); }
      if (address == call->at.begin) { qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_begin, 0, call); }
    }
    if (is_in(ignored, number_of_ignored, address)) { continue; }
    const bool is_library = is_in(libraries, number_of_libraries, address);
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, is_library ? on_library_instruction : on_instruction, 0, NULL);
  }
}

/* A line for each call: where it begins, what was in the library, what each took. */
static void on_exit_of_qemu(qemu_plugin_id_t id, void* user) {
  (void)id, (void)user;
  char text[80];
  for (size_t k = 0; k < number_of_calls; ++k) {
    snprintf(text, sizeof text, "0x%" PRIx64 " %" PRIu64, calls[k].at.begin, calls[k].in_library);
    qemu_plugin_outs(text);
    for (size_t i = 0; i < calls[k].calls; ++i) {
      snprintf(text, sizeof text, " %" PRIu32, calls[k].counts[i]);
      qemu_plugin_outs(text);
    }
    qemu_plugin_outs("\n");
  }
}

static struct range range_of(const char* text) {
  char* colon = NULL;
  const uint64_t begin = strtoull(text, &colon, 0);
  return (struct range){begin, *colon == ':' ? strtoull(colon + 1, NULL, 0) : 0};
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void* info, int argc,
                                                               char** argv) {
  (void)info;
  for (int i = 0; i < argc; ++i) {
    if (number_of_calls == most_ranges || number_of_libraries == most_ranges || number_of_ignored == most_ranges) {
      break;
    }
    if (strncmp(argv[i], "call=", 5) == 0) { calls[number_of_calls++].at = range_of(argv[i] + 5); }
    if (strncmp(argv[i], "library=", 8) == 0) { libraries[number_of_libraries++] = range_of(argv[i] + 8); }
    if (strncmp(argv[i], "ignore=", 7) == 0) { ignored[number_of_ignored++] = range_of(argv[i] + 7); }
  }
  if (number_of_calls == 0 || number_of_calls == most_ranges || number_of_libraries == most_ranges ||
      number_of_ignored == most_ranges) {
    fprintf(stderr, "icount: 1 to %d call=BEGIN:END are needed, and fewer library= or ignore=LOW:HIGH\n",
            most_ranges - 1);
    return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
