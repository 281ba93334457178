// Experiment files: what is wrong is reported with its place, what is right becomes the settings that were meant, and
// no file, however damaged, does worse than being refused.

#include <experiments/definition/fixed_point_limits.hpp>
#include <experiments/definition/lines.hpp>
#include <experiments/definition/nearest_name.hpp>
#include <experiments/definition/plan_of.hpp>
#include <experiments/definition/read_definition.hpp>
#include <experiments/definition/work_of.hpp>
#include <experiments/files/error.hpp>
#include <experiments/files/json_text.hpp>

#include <ballast/math/random.hpp>

#include <algorithm>
#include <exception>
#include <set>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "suite.hpp"

using namespace ballast::experiments;
using ballast::Random;

namespace {

const std::string chain =
    R"({"P": [[0.5, 0.5, 0], [0, 0, 1], [1, 0, 0]], "r": [1, 0, 2], "Phi": [[1, 0], [0, 1], [1, 1]]})";

/// Model files, by name.
std::string model_text(const std::string& name) {
  if (name == "chain.json") { return chain; }
  if (name == "large.json") { return R"({"P": [[0.5, 0.5], [1, 0]], "r": [1, 2], "Phi": [[-1.5], [0]]})"; }
  if (name == "two.json") { return R"({"P": [[1, 0], [0, 1]], "r": [1, 2], "Phi": [[1], [0]]})"; }
  if (name == "broken.json") { return "{\n 3"; }
  throw InputError(name + ": cannot be read: No such file or directory");
}

Definition read(const std::string& text) {
  return read_definition(text, "e.json", model_text);
}

PanelDefinition panel_of(const std::string& text) {
  return read(text).panels.front();
}

/// With a model in front.
PanelDefinition mrp_with(const std::string& settings) {
  return panel_of(R"({"model": {"simulator": "mrp"}, )" + settings + "}");
}

std::string refusal_of(const std::string& text) {
  try {
    refuse_too_large(read(text), "e.json", 1);
  } catch (const InputError& error) { return error.what(); }
  return "not refused";
}

struct Refusal {
  const char* text;
  const char* message;
};

template <std::size_t N>
void assert_refused(const Refusal (&refusals)[N]) {
  for (const Refusal& refusal : refusals) {
    TEST_ASSERT_EQUAL_STRING(refusal.message, refusal_of(refusal.text).c_str());
  }
}

// --- places and suggestions -----------------------------------------------------------------------------------------

void test_names_that_are_not_known() {
  assert_refused({
      {"{\"model\": {\"simulator\": \"mrp\"},\n \"lamda\": 0.5}",
       "e.json:2:11: lamda: there is no such key; did you mean 'lambda'?"},
      {"{\"model\": {\"simulator\": \"mrp\"},\n \"panels\": [{},\n  {\"name\": \"b\", \"step-sizes\": 1}]}",
       "e.json:3:31: panels[1].step-sizes: there is no such key; did you mean 'step_size'?"},
      {R"({"model": {"simulator": "mrp", "state": 5}})",
       "e.json:1:41: model.state: there is no such key; did you mean 'states'?"},
      {R"({"model": {"simulator": "boyan", "states": 5}})",
       "e.json:1:44: model.states: there is no such key; it must be simulator or scaling"},
      {R"({"model": {"simulator": "byan"}})",
       "e.json:1:25: model.simulator: 'byan' is not known; did you mean 'boyan'?"},
      {R"({"model": {"simulator": "moon"}})",
       "e.json:1:25: model.simulator: 'moon' is not known; it must be mrp, boyan, access-control or pendulum"},
      {R"({"model": {"simulator": "mrp"}, "rules": ["standard", "implict"]})",
       "e.json:1:55: rules[1]: 'implict' is not known; did you mean 'implicit'?"},
      {R"({"model": {"simulator": "mrp"}, "methods": [{"rule": "Implicit"}]})",
       "e.json:1:54: methods[0].rule: 'Implicit' is not known; did you mean 'implicit'?"},
      {R"({"model": {"simulator": "mrp"}, "features": {"kind": "tabel"}})",
       "e.json:1:54: features.kind: 'tabel' is not known; did you mean 'table'?"},
      {R"({"model": {"simulator": "pendulum"}, "features": "table"})",
       "e.json:1:50: features: 'table' is not known; it must be random-fourier or tiles"},
      {R"({"model": {"simulator": "mrp"}, "measures": ["loss", "omega error"]})",
       "e.json:1:54: measures[1]: 'omega error' is not known; did you mean 'omega_error'?"},
      {R"({"model": {"simulator": "mrp"}, "measures": "greedy_worth"})",
       "e.json:1:45: measures: 'greedy_worth' is not known; it must be loss, omega_error or overflow_step_size"},
      {R"({"model": {"simulator": "mrp"}, "x": "stepsize"})",
       "e.json:1:38: x: 'stepsize' is not known; did you mean 'step_size'?"},
      {R"({"model": {"simulator": "mrp"}, "schedule": {"kind": "polynomal"}})",
       "e.json:1:54: schedule.kind: 'polynomal' is not known; did you mean 'polynomial'?"},
      {R"({"model": {"simulator": "mrp"}, "schedule": {"kind": "constant", "power": 1}})",
       "e.json:1:75: schedule.power: there is no such key; it must be kind or factor"},
      {R"({"model": {"simulator": "mrp"}, "projections": "nothing"})",
       "e.json:1:48: projections: 'nothing' is not known; it must be none"},
      {R"({"model": {"simulator": "mrp"}, "baseline": "standart"})",
       "e.json:1:45: baseline: 'standart' is not known; did you mean 'standard'?"},
      {R"({"model": {"simulator": "mrp", "scaling": "row"}})",
       "e.json:1:43: model.scaling: 'row' is not known; did you mean 'rows'?"},
  });
}

void test_what_is_missing() {
  assert_refused({
      {"", "e.json:1:1: the file is empty"},
      {"[]", "e.json:1:1: this must be an object, {...}, not array"},
      {"{}", "e.json:1:1: there is no \"model\""},
      {R"({"panels": [{"model": {"simulator": "mrp"}}, {"name": "b"}]})",
       "e.json:1:46: panels[1]: there is no \"model\""},
      {R"({"model": {}})",
       "e.json:1:11: model: there is neither \"simulator\" (mrp, boyan, access-control, pendulum) nor \"file\""},
      {R"({"model": {"simulatr": "mrp"}})",
       "e.json:1:24: model.simulatr: there is no such key; did you mean 'simulator'?"},
      {R"({"model": {"simulator": "mrp"}, "lambda": []})", "e.json:1:43: lambda: the list is empty"},
      {R"({"model": {"simulator": "mrp"}, "panels": []})", "e.json:1:43: panels: the list is empty"},
      {R"({"model": {"simulator": "mrp"}, "measures": []})", "e.json:1:45: measures: the list is empty"},
      {R"({"model": {"simulator": "mrp"}, "schedule": {"power": 1}})",
       "e.json:1:45: schedule: there is no \"kind\": constant or polynomial"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"projection": "none"}})",
       "e.json:1:44: methods: there is no \"rule\": standard, implicit, differential, implicit-differential, lstd, "
       "differential-q, rvi-q"},
      {R"({"model": {"simulator": "mrp"}, "projections": {"omega": 1}})",
       "e.json:1:48: projections: there is no \"theta\": the radius of the ball of the weights"},
      {R"({"model": {"simulator": "mrp"}, "lambda": {"from": 0, "step": 0.1}})",
       "e.json:1:43: lambda: there is no \"to\""},
      {R"({"model": {"simulator": "mrp"}, "lambda": {"from": 0, "to": 0.1}})",
       "e.json:1:43: lambda: there must be either \"step\" or \"count\""},
  });
}

void test_what_is_not_json() {
  TEST_ASSERT_EQUAL_STRING("e.json:2:3: syntax error", refusal_of("{\n  model}").substr(0, 24).c_str());
  assert_refused({{"{\"model\": {\"simulator\": \"mrp\"},\n \"steps\": 5, \"trials\": 6,\n \"steps\" : 7}",
                   "e.json:3:2: the key 'steps' appears twice"},
                  {R"({"model": {"simulator": "mrp"}, "step_size": [1, 1e999]})",
                   "e.json:1:50: number overflow parsing '1e999'"}});
}

void test_values_of_the_wrong_type() {
  assert_refused({
      {R"({"model": "mrp"})", "e.json:1:11: model: this must be an object, {...}, not string"},
      {R"({"model": {"simulator": 1}})", "e.json:1:25: model.simulator: this must be a text, not number"},
      {R"({"model": {"simulator": "mrp"}, "title": 5})", "e.json:1:42: title: this must be a text, not number"},
      {R"({"model": {"simulator": "mrp"}, "steps": "10"})", "e.json:1:42: steps: this must be a number, not string"},
      {R"({"model": {"simulator": "mrp"}, "lambda": [0.1, null]})",
       "e.json:1:49: lambda[1]: this must be a number, not null"},
      {R"({"model": {"simulator": "mrp"}, "lambda": [[0.1]]})",
       "e.json:1:44: lambda[0]: this must be a number, not array"},
      {R"({"model": {"simulator": "mrp"}, "panels": [3]})",
       "e.json:1:44: panels[0]: this must be an object, {...}, not number"},
      {R"({"model": {"simulator": "mrp"}, "projections": true})",
       "e.json:1:48: projections: this must be an object, {...}, not boolean"},
  });
}

void test_values_out_of_range() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "steps": 0})", "e.json:1:42: steps: 0 is not from 1 to 100000000"},
      {R"({"model": {"simulator": "mrp"}, "steps": 2.5})", "e.json:1:42: steps: 2.5 is not a whole number"},
      {R"({"model": {"simulator": "mrp"}, "trials": -1})", "e.json:1:43: trials: -1 is not from 1 to 1000000"},
      {R"({"model": {"simulator": "mrp"}, "lambda": [0.5, 1]})", "e.json:1:43: lambda: 1 is not from 0 to 0.999999"},
      {R"({"model": {"simulator": "mrp"}, "step_size": 0})", "e.json:1:46: step_size: 0 is not above 0"},
      {R"({"model": {"simulator": "mrp"}, "ratio": 1e300})",
       "e.json:1:42: ratio: 1e+300 is not from 1e-15 to 1000000000000000"},
      {R"({"model": {"simulator": "mrp"}, "schedule": {"kind": "polynomial", "power": 1.5}})",
       "e.json:1:77: schedule.power: 1.5 is not from 0.001 to 1"},
      {R"({"model": {"simulator": "mrp"}, "schedule": {"kind": "polynomial", "offset": 0}})",
       "e.json:1:78: schedule.offset: 0 is not from 1 to 1000000000"},
      {R"({"model": {"simulator": "mrp", "states": 1001}})", "e.json:1:42: model.states: 1001 is not from 3 to 1000"},
      {R"({"model": {"simulator": "mrp", "states": 10}})",
       "e.json:1:11: model: 20 features for 10 states: there must be at least as many states"},
      {R"({"model": {"simulator": "access-control", "servers": 65}})",
       "e.json:1:54: model.servers: 65 is not from 1 to 64"},
      {R"({"model": {"simulator": "access-control"}, "epsilon": [0.1, 2]})",
       "e.json:1:61: epsilon[1]: 2 is not from 0 to 1"},
      {R"({"model": {"simulator": "pendulum"}, "features": {"kind": "random-fourier", "components": 3, "gammas": [1, 2]}})",
       "e.json:1:50: features: 3 components cannot be shared equally among 2 gammas"},
      {R"({"model": {"simulator": "pendulum"}, "features": {"kind": "tiles", "tilings": 3}})",
       "e.json:1:79: features.tilings: this must be a power of two"},
      {R"({"model": {"simulator": "pendulum"}, "features": {"kind": "tiles", "tiles": [3, 3]}})",
       "e.json:1:77: features.tiles: 2 numbers for 3 inputs"},
      {R"({"model": {"simulator": "boyan"}, "features": {"kind": "random", "count": 14}})",
       "e.json:1:75: features.count: 14 is not from 1 to 13"},
      {R"({"model": {"simulator": "mrp"}, "x": "time", "steps": 5, "every": 6})",
       "e.json:1:67: every: 6 is not from 1 to 5"},
      {R"({"model": {"simulator": "mrp"}, "lambda": {"from": 0.5, "to": 0.1, "step": 0.1}})",
       "e.json:1:43: lambda: \"from\" is not below \"to\""},
      {R"({"model": {"simulator": "mrp"}, "ratio": {"from": 0, "to": 1, "count": 3}})",
       "e.json:1:51: ratio.from: 0 is not above 0: equal factors need that"},
  });
}

void test_what_is_there_twice() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "rules": ["implicit", "implicit"]})",
       "e.json:1:42: rules: implicit is there twice"},
      {R"({"model": {"simulator": "mrp"}, "methods": ["standard", {"rule": "standard", "projection": "none"}]})",
       "e.json:1:44: methods: standard is there twice"},
      {R"({"model": {"simulator": "mrp"}, "projections": [{"theta": [1, 2]}, {"theta": 2, "omega": 1}]})",
       "e.json:1:48: projections: implicit_r2 is there twice"},
      {R"({"model": {"simulator": "mrp"}, "lambda": [0.3, {"from": 0.1, "to": 0.5, "step": 0.1}]})",
       "e.json:1:43: lambda: 0.3 is there twice"},
      {R"({"model": {"simulator": "mrp"}, "schedule": ["constant", {"kind": "constant"}]})",
       "e.json:1:45: schedule: constant is there twice"},
      {R"({"model": {"simulator": "mrp"}, "features": ["table", {"kind": "table"}]})",
       "e.json:1:45: features: table is there twice"},
      {R"({"model": {"simulator": "mrp"}, "measures": ["loss", "loss"]})",
       "e.json:1:45: measures: loss is there twice"},
      {R"({"model": {"simulator": "mrp"}, "panels": [{"name": "a"}, {"name": "a"}]})",
       "e.json:1:59: panels[1]: another panel is called a"},
  });
}

void test_what_does_not_go_together() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "epsilon": 0.1})",
       "e.json:1:44: epsilon: only an agent explores: there is none here"},
      {R"({"model": {"simulator": "mrp"}, "methods": "standard", "rules": "standard"})",
       "e.json:1:44: methods: there are \"rules\" as well; one of the two must go"},
      {R"({"model": {"simulator": "mrp"}, "methods": "standard", "projections": "none"})",
       "e.json:1:44: methods: there are \"projections\" as well; one of the two must go"},
      {R"({"model": {"simulator": "mrp"}, "x": "radius"})", "e.json:1:38: x: no method has a radius"},
      {R"({"model": {"simulator": "mrp"}, "x": "power"})", "e.json:1:38: x: no schedule has a power"},
      {R"({"model": {"simulator": "mrp"}, "every": 5})", "e.json:1:42: every: this is for \"x\": \"time\""},
      {R"({"model": {"simulator": "mrp"}, "overflow_search": {"from": 1}})",
       "e.json:1:52: overflow_search: the measures lack overflow_step_size"},
      {R"({"model": {"simulator": "mrp"}, "measures": ["loss", "overflow_step_size"]})",
       "e.json:1:45: measures: overflow_step_size is measured by runs of its own: give it a panel of its own"},
      {R"({"model": {"simulator": "mrp"}, "measures": "overflow_step_size", "step_size": 1})",
       "e.json:1:80: step_size: the step-size is what is looked for: see \"overflow_search\""},
      {R"({"model": {"simulator": "mrp"}, "measures": "overflow_step_size", "x": "time"})",
       "e.json:1:72: x: overflow_step_size has no course over time"},
      {R"({"model": {"simulator": "mrp"}, "measures": "overflow_step_size", "overflow_search": {"from": 1.01, "to": 1.02}})",
       "e.json:1:86: overflow_search: \"to\" is not at least twice \"from\""},
      {R"({"model": {"simulator": "access-control"}, "x": "time", "measures": "greedy_worth"})",
       "e.json:1:69: measures: greedy_worth has no course over time"},
      {R"({"model": {"simulator": "mrp"}, "name": "my panel"})",
       "e.json:1:41: name: 'my panel' names files: letters, digits, '_' and '-' only"},
  });
}

void test_methods_that_are_not_for_this() {
  assert_refused({
      {R"({"model": {"simulator": "pendulum"}, "rules": ["implicit", "lstd"]})",
       "e.json:1:60: rules[1]: lstd evaluates a reward process: it is not for control"},
      {R"({"model": {"simulator": "mrp"}, "methods": "rvi-q"})",
       "e.json:1:44: methods: rvi-q chooses actions: it is for control, not for a reward process"},
      {R"({"model": {"simulator": "boyan"}, "methods": [{"rule": "differential-q"}]})",
       "e.json:1:56: methods[0].rule: differential-q chooses actions: it is for control, not for a reward process"},
      {R"({"model": {"simulator": "mrp"}, "rules": ["implicit", "lstd"], "projections": {"theta": 5}})",
       "e.json:1:79: projections: lstd has no projection; \"methods\" can give projections to the other rules"},
      {R"({"model": {"simulator": "access-control"}, "methods": [{"rule": "rvi-q", "projection": {"joint": 5}}]})",
       "e.json:1:88: methods[0].projection: rvi-q has no projection; \"methods\" can give projections to the other "
       "rules"},
      {R"({"model": {"simulator": "mrp"}, "rules": "lstd", "x": "radius"})", "e.json:1:55: x: no method has a radius"},
      {R"({"model": {"simulator": "mrp"}, "rules": "lstd", "x": "step_size"})",
       "e.json:1:55: x: no method has a step_size"},
      {R"({"model": {"simulator": "access-control"}, "rules": "rvi-q", "x": "lambda"})",
       "e.json:1:67: x: no method has a lambda"},
      {R"({"model": {"simulator": "mrp"}, "rules": "lstd", "measures": "overflow_step_size"})",
       "e.json:1:62: measures: lstd has no step-size at which it could overflow"},
      {R"({"model": {"simulator": "mrp"}, "rules": "lstd", "average_reward_schedule": "constant"})",
       "e.json:1:77: average_reward_schedule: no method has a step-size of the average reward"},
  });
}

void test_scalars_that_cannot_be() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixd"}})",
       "e.json:1:75: methods.scalar: 'fixd' is not known; did you mean 'fixed'?"},
      {R"({"model": {"simulator": "mrp"}, "methods": ["standard", {"rule": "implicit", "scalar": ["double", "half"]}]})",
       "e.json:1:99: methods[1].scalar[1]: 'half' is not known; it must be float, double or fixed"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalr": "fixed"}})",
       "e.json:1:74: methods.scalr: there is no such key; did you mean 'scalar'?"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": ["fixed", "fixed"]}})",
       "e.json:1:44: methods: implicit_fixed is there twice"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "lstd", "scalar": "fixed"}})",
       "e.json:1:71: methods.scalar: lstd is always in double"},
      {R"({"model": {"simulator": "pendulum"}, "methods": {"rule": "implicit", "scalar": "fixed"}})",
       "e.json:1:49: methods: implicit_fixed: control cannot be run in fixed point"},
      {R"({"model": {"simulator": "access-control"}, "methods": {"rule": "rvi-q", "scalar": "fixed"}})",
       "e.json:1:55: methods: rvi-q_fixed: control cannot be run in fixed point"},
  });
}

void test_what_fixed_point_cannot_do() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixed", "projection": {"theta": [1000, 5000]}}})",
       "e.json:1:44: methods: implicit_r5000_fixed: in fixed point, a radius is from 15.625 to 1000, not 5000"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixed", "projection": {"joint": 2}}})",
       "e.json:1:44: methods: implicit_joint2_fixed: in fixed point, a radius is from 15.625 to 1000, not 2"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixed", "projection": {"without": "constant"}}})",
       "e.json:1:44: methods: implicit_without_constant_fixed: in fixed point, no constant direction is removed"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixed"}, "lambda": [0.5, 0.995]})",
       "e.json:1:44: methods: implicit_fixed: in fixed point, lambda is at most 0.99, not 0.995"},
      {R"({"model": {"simulator": "mrp"}, "methods": {"rule": "implicit", "scalar": "fixed"}, "average_reward_schedule": "constant"})",
       "e.json:1:44: methods: implicit_fixed: in fixed point, both estimates have one schedule"},
      {R"({"model": {"file": "large.json"}, "methods": {"rule": "implicit", "scalar": "fixed"}})",
       "e.json:1:46: methods: implicit_fixed: in fixed point, features are from -1 to 1"},
  });
  // Other features of that file, other scalars and other methods can do it.
  (void)read(
      R"({"model": {"file": "large.json"}, "methods": {"rule": "implicit", "scalar": "fixed"}, "features": "table"})");
  (void)mrp_with(R"("lambda": 0.995, "methods": {"rule": "implicit", "scalar": ["float", "double"]})");
  (void)mrp_with(
      R"("methods": [{"rule": "implicit", "projection": {"theta": 5000}}, {"rule": "implicit", "scalar": "fixed"}])");
  // No model of a file is so long that fixed point cannot have it.
  PanelDefinition panel = mrp_with(R"("methods": {"rule": "implicit", "scalar": "fixed"})");
  panel.model.features = 1025;
  TEST_ASSERT_EQUAL_STRING("in fixed point, there are at most 1024 features, not 1025",
                           why_not_in_fixed_point(panel, panel.methods.front()).c_str());
}

void test_projections_that_cannot_be() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "projections": {"joint": 5, "omega": 1}})",
       "e.json:1:48: projections: \"joint\" is one ball for both: there can be no \"theta\" or \"omega\""},
      {R"({"model": {"simulator": "mrp"}, "projections": {"joint": [5, 5]}})",
       "e.json:1:58: projections.joint: 5 is there twice"},
      {R"({"model": {"simulator": "mrp"}, "projections": {"without": "ones"}})",
       "e.json:1:60: projections.without: 'ones' is not known; it must be constant"},
      {R"({"model": {"simulator": "mrp"}, "projections": {"without": "constant", "omega": 1}})",
       "e.json:1:48: projections: there is no \"theta\": the radius of the ball of the weights"},
      {R"({"model": {"simulator": "mrp", "scaling": "rows"}, "projections": {"without": "constant"}})",
       "e.json:1:79: projections.without: features model: no weights give every state the same value, so there is no "
       "constant to remove"},
      {R"({"model": {"file": "chain.json"}, "projections": {"theta": 1, "without": "constant"}})",
       "e.json:1:74: projections.without: features model: no weights give every state the same value, so there is no "
       "constant to remove"},
      {R"({"model": {"simulator": "mrp"}, "features": ["table", "random"], "projections": {"without": "constant"}})",
       "e.json:1:93: projections.without: features random 10: no weights give every state the same value, so there is "
       "no constant to remove"},
      {R"({"model": {"simulator": "pendulum"}, "projections": {"without": "constant"}})",
       "e.json:1:65: projections.without: features random-fourier 300 gamma 0.5+1: no weights give every state the "
       "same value, so there is no constant to remove"},
      {R"({"model": {"simulator": "mrp"}, "average_reward_schedule": "non"})",
       "e.json:1:60: average_reward_schedule: 'non' is not known; did you mean 'none'?"},
      {R"({"model": {"simulator": "mrp"}, "average_reward_schedule": ["none", "constant", "none"]})",
       "e.json:1:60: average_reward_schedule: alpha_cbeta is there twice"},
  });
}

void test_model_files_that_cannot_be_used() {
  assert_refused({
      {R"({"model": {"file": "nowhere.json"}})",
       "e.json:1:20: model.file: nowhere.json: cannot be read: No such file or directory"},
      {R"({"model": {"file": "two.json"}})",
       "e.json:1:20: model.file: two.json: P is reducible: state 1 cannot be reached from state 0"},
      {R"({"model": {"file": "chain.json", "states": 3}})",
       "e.json:1:44: model.states: there is no such key; it must be file"},
  });
  TEST_ASSERT_EQUAL_STRING("e.json:1:20: model.file: broken.json:2:2: ",
                           refusal_of(R"({"model": {"file": "broken.json"}})").substr(0, 42).c_str());
}

void test_too_large_experiments_are_refused_at_once() {
  assert_refused({
      {R"({"model": {"simulator": "mrp"}, "lambda": {"from": 0, "to": 1e9, "step": 1e-9}})",
       "e.json:1:43: lambda: more than 100000 numbers"},
      {R"({"model": {"simulator": "mrp"}, "ratio": {"from": 1e-9, "to": 1e9, "count": 4000000000}})",
       "e.json:1:77: ratio.count: 4000000000 is not from 2 to 100000"},
      {R"({"model": {"simulator": "mrp"}, "ratio": {"from": 1e-300, "to": 1e300, "count": 3}})",
       "e.json:1:42: ratio: \"to\" is too far from \"from\""},
      {R"({"model": {"simulator": "mrp"}, "ratio": {"from": 1, "to": 200, "step": 1}, "step_size": {"from": 1, "to": 200, "step": 1}})",
       "e.json:1:1: 80000 combinations of settings are more than 20000"},
      {R"({"model": {"simulator": "mrp"}, "ratio": {"from": 1, "to": 300, "step": 1}, "x": "time"})",
       "e.json:1:1: 600 lines are more than 500: use several panels"},
      {R"({"model": {"simulator": "mrp"}, "trials": 1000000, "step_size": {"from": 1, "to": 10, "step": 1}})",
       "e.json: panel panel_1: 2e+07 runs are more than 10000000: use fewer trials or settings, or --shard"},
      {R"({"model": {"simulator": "mrp"}, "trials": 1000, "steps": 100000000})",
       "e.json: panel panel_1: this takes about 400 GB of memory: use fewer trials, shorter runs, a larger \"every\", "
       "or --shard"},
      {R"({"model": {"simulator": "boyan"}, "trials": 1000, "steps": 10000000, "x": "time", "every": 1})",
       "e.json: panel panel_1: this takes about 360 GB of memory: use fewer trials, shorter runs, a larger \"every\", "
       "or --shard"},
      {R"({"model": {"simulator": "pendulum"}, "features": {"kind": "tiles", "tiles": [1000, 1000, 1000]}})",
       "e.json:1:50: features: 8000000000 features are more than 100000"},
  });
  const Definition definition = read(R"({"model": {"simulator": "mrp"}, "trials": 1000, "steps": 100000000})");
  refuse_too_large(definition, "e.json", 16);  // a shard of sixteen is small enough
}

void test_names_that_were_probably_meant() {
  const std::vector<std::string> names = {"step_size", "steps", "lambda", "ratio"};
  TEST_ASSERT_EQUAL_STRING("step_size", nearest_name("Step-Size", names).c_str());
  TEST_ASSERT_EQUAL_STRING("lambda", nearest_name("lambdas", names).c_str());
  TEST_ASSERT_EQUAL_STRING("lambda", nearest_name("lamda", names).c_str());
  TEST_ASSERT_EQUAL_STRING("", nearest_name("colour", names).c_str());
  TEST_ASSERT_EQUAL_STRING("", nearest_name("", names).c_str());
  TEST_ASSERT_EQUAL_STRING("; it must be a or b", hint("zzzz", {"a", "b"}).c_str());
}

// --- numbers --------------------------------------------------------------------------------------------------------

void assert_numbers(const std::vector<double>& expected, const std::vector<double>& numbers) {
  TEST_ASSERT_EQUAL_size_t(expected.size(), numbers.size());
  for (std::size_t i = 0; i < expected.size(); ++i) { ASSERT_SAME_BITS(expected[i], numbers[i]); }
}

void test_numbers_are_those_that_are_written() {
  assert_numbers({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7},
                 mrp_with(R"("step_size": {"from": 0.1, "to": 0.7, "step": 0.1})").step_sizes);
  assert_numbers({0.125, 0.375, 0.625}, mrp_with(R"("lambda": {"from": 0.125, "to": 0.8, "step": 0.25})").lambdas);
  assert_numbers({0.01, 0.05, 0.3, 1.0}, mrp_with(R"("ratio": [1, 0.3, 0.01, 0.05])").ratios);
  assert_numbers({0.01, 0.1, 1.0, 10.0, 100.0}, mrp_with(R"("ratio": {"from": 0.01, "to": 100, "count": 5})").ratios);
  assert_numbers({0.5, 1.0, 2.0, 3.0}, mrp_with(R"("ratio": [{"from": 1, "to": 3, "step": 1}, 0.5])").ratios);
  assert_numbers({7.0}, mrp_with(R"("ratio": 7)").ratios);
}

// --- defaults, panels -----------------------------------------------------------------------------------------------

void test_defaults() {
  const Definition definition = read(R"({"model": {"simulator": "mrp"}})");
  TEST_ASSERT_EQUAL_STRING("Experiment", definition.title.c_str());
  TEST_ASSERT_EQUAL_size_t(1, definition.panels.size());
  const PanelDefinition& panel = definition.panels.front();
  TEST_ASSERT_EQUAL_STRING("panel_1", panel.name.c_str());
  TEST_ASSERT_EQUAL_UINT32(100, panel.model.states);
  TEST_ASSERT_EQUAL_UINT32(20, panel.model.features);
  TEST_ASSERT_EQUAL_UINT32(2000, panel.steps);
  TEST_ASSERT_EQUAL_UINT32(50, panel.trials);
  assert_numbers({0.25}, panel.lambdas);
  assert_numbers({1.0}, panel.ratios);
  assert_numbers({1.0}, panel.step_sizes);
  ASSERT_SAME_BITS(1.0, panel.start);
  TEST_ASSERT_TRUE(panel.decays.size() == 1 && panel.decays.front().is_constant);
  TEST_ASSERT_TRUE(panel.methods.size() == 2 && panel.methods[0].rule == Rule::standard && !panel.methods[1].radii);
  TEST_ASSERT_TRUE(panel.measures == std::vector<std::string>({"loss", "omega_error"}));
  TEST_ASSERT_TRUE(panel.axis == Axis::step_size);
  TEST_ASSERT_EQUAL_STRING("standard", panel.baseline.c_str());
}

void test_defaults_of_control() {
  const PanelDefinition queue = panel_of(R"({"model": {"simulator": "access-control"}})");
  TEST_ASSERT_EQUAL_UINT32(15000, queue.steps);
  TEST_ASSERT_EQUAL_UINT32(30, queue.trials);
  ASSERT_SAME_BITS(0.5, queue.start);
  assert_numbers({0.25, 0.125, 0.0}, queue.epsilons);
  TEST_ASSERT_EQUAL_STRING("random-fourier 20 gamma 1", text_of(queue.features.front()).c_str());
  const PanelDefinition pendulum = panel_of(R"({"model": {"simulator": "pendulum"}, "x": "time", "steps": 1000})");
  TEST_ASSERT_EQUAL_STRING("random-fourier 300 gamma 0.5+1", text_of(pendulum.features.front()).c_str());
  TEST_ASSERT_EQUAL_UINT32(5, pendulum.every);
}

void test_panels_inherit_and_replace() {
  const Definition definition = read(R"({
    "title": "T", "text": "words", "model": {"simulator": "mrp"}, "lambda": 0.5, "steps": 10, "epsilon": 0.1,
    "methods": ["implicit"],
    "panels": [{}, {"name": "own", "title": "Own", "model": {"simulator": "access-control"}, "lambda": 0.75,
                    "rules": ["standard"], "projections": {"theta": [5, 9]}}]})");
  TEST_ASSERT_EQUAL_STRING("T", definition.title.c_str());
  TEST_ASSERT_EQUAL_size_t(2, definition.panels.size());
  const PanelDefinition& first = definition.panels[0];
  const PanelDefinition& own = definition.panels[1];
  assert_numbers({0.5}, first.lambdas);
  TEST_ASSERT_TRUE(first.methods.size() == 1 && first.methods[0].rule == Rule::implicit && first.epsilons.empty());
  assert_numbers({0.75}, own.lambdas);
  assert_numbers({0.1}, own.epsilons);
  TEST_ASSERT_TRUE(own.methods.size() == 2 && own.methods[0].rule == Rule::standard);
  ASSERT_SAME_BITS(9.0, own.methods[1].radii->theta);
  TEST_ASSERT_EQUAL_UINT32(10, own.steps);
  TEST_ASSERT_EQUAL_STRING("Own", own.title.c_str());
}

// --- lines ----------------------------------------------------------------------------------------------------------

std::vector<std::string> names_of(const PanelDefinition& panel) {
  std::vector<std::string> names;
  for (const Method& line : lines_of(panel)) { names.push_back(line.name); }
  return names;
}

void assert_lines(const std::vector<std::string>& expected, const PanelDefinition& panel) {
  const std::vector<std::string> names = names_of(panel);
  TEST_ASSERT_EQUAL_size_t(expected.size(), names.size());
  for (std::size_t i = 0; i < expected.size(); ++i) { TEST_ASSERT_EQUAL_STRING(expected[i].c_str(), names[i].c_str()); }
}

void test_every_axis() {
  const struct {
    const char* settings;
    Axis axis;
    std::vector<double> xs;
  } cases[] = {
      {R"("step_size": [1, 2])", Axis::step_size, {1, 2}},
      {R"("step_size": [1, 2], "ratio": [1, 2, 3])", Axis::ratio, {1, 2, 3}},
      {R"("lambda": [0, 0.5])", Axis::lambda, {0, 0.5}},
      {R"("schedule": ["constant", {"kind": "polynomial", "power": [0.5, 1]}])", Axis::power, {0.5, 1}},
      {R"("schedule": {"kind": "polynomial", "offset": [1, 10]})", Axis::offset, {1, 10}},
      {R"("schedule": {"kind": "polynomial", "hold": [0, 10]})", Axis::hold, {0, 10}},
      {R"("projections": ["none", {"theta": [1, 10]}])", Axis::radius, {1, 10}},
      {R"("projections": ["none", {"joint": [1, 10]}, {"theta": 2}])", Axis::radius, {1, 2, 10}},
      {R"("rules": ["standard", "lstd"], "step_size": [1, 2])", Axis::step_size, {1, 2}},
      {R"("step_size": [1, 2], "x": "lambda")", Axis::lambda, {0.25}},
      {R"("step_size": [1, 2], "x": "time")", Axis::time, {}},
      {R"("measures": "overflow_step_size", "lambda": [0, 0.5])", Axis::lambda, {0, 0.5}},
      {R"("measures": "overflow_step_size")", Axis::ratio, {1}},
  };
  for (const auto& one : cases) {
    const PanelDefinition panel = mrp_with(one.settings);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(name_of(one.axis), name_of(panel.axis), one.settings);
    assert_numbers(one.xs, xs_of(panel));
  }
}

void test_names_of_lines_say_what_differs() {
  assert_lines({"standard", "implicit"}, mrp_with(R"("step_size": [1, 2])"));
  assert_lines({"standard_beta1", "implicit_beta1", "standard_beta2", "implicit_beta2"},
               mrp_with(R"("step_size": [1, 2], "x": "time")"));
  assert_lines({"implicit", "implicit_r10", "implicit_r10_omega2"},
               mrp_with(R"("rules": "implicit", "projections": ["none", {"theta": 10}, {"omega": 2, "theta": 10}],
                           "x": "step_size")"));
  assert_lines({"standard", "standard_projected", "implicit", "implicit_projected"},
               mrp_with(R"("projections": ["none", {"theta": [1, 10]}])"));
  assert_lines({"standard_constant", "standard_constant_x2", "standard_power0.5_offset1_hold0"},
               mrp_with(R"("rules": "standard", "x": "step_size",
                           "schedule": ["constant", {"kind": "constant", "factor": 2},
                                        {"kind": "polynomial", "power": 0.5}])"));
  const PanelDefinition queue = panel_of(R"({"model": {"simulator": "access-control"}, "rules": "standard", "features":
      ["table", {"kind": "random-fourier", "gammas": 1}, {"kind": "random-fourier", "gammas": [0.5, 1]}]})");
  assert_lines({"standard_table", "standard_random-fourier20gamma1", "standard_random-fourier20gamma0.5+1"}, queue);
  TEST_ASSERT_EQUAL_STRING("standard, features random-fourier 20 gamma 1", lines_of(queue)[1].label.c_str());
}

void test_names_of_other_rules_and_projections() {
  assert_lines({"differential_c0.5", "lstd", "differential_c1"},
               mrp_with(R"("rules": ["differential", "lstd"], "ratio": [0.5, 1], "step_size": [1, 2, 3])"));
  assert_lines({"implicit-differential_joint10", "implicit-differential_joint10_without_constant",
                "implicit-differential_without_constant", "implicit-differential_r5_without_constant"},
               mrp_with(R"("rules": "implicit-differential", "x": "step_size", "projections":
                           [{"joint": 10}, {"joint": 10, "without": "constant"}, {"without": "constant"},
                            {"theta": 5, "without": "constant"}])"));
  assert_lines({"implicit", "implicit_projected", "implicit_projected_jointly"},
               mrp_with(R"("rules": "implicit", "projections": ["none", {"theta": [1, 2]}, {"joint": [1, 2, 3]}])"));
  assert_lines({"implicit_alpha_cbeta", "lstd", "implicit_alpha_power0.6_offset1_hold0", "implicit_alpha_constant_x2"},
               mrp_with(R"("rules": ["implicit", "lstd"], "average_reward_schedule":
                           ["none", {"kind": "polynomial", "power": 0.6}, {"kind": "constant", "factor": 2}])"));
  assert_lines({"implicit", "lstd"},
               mrp_with(R"("rules": ["implicit", "lstd"], "average_reward_schedule": "constant")"));
  assert_lines({"rvi-q", "differential-q_c0.1", "differential-q_c1"},
               panel_of(R"({"model": {"simulator": "access-control"}, "rules": ["rvi-q", "differential-q"],
                            "ratio": [0.1, 1], "lambda": [0, 0.5], "x": "step_size"})"));
  const PanelDefinition only = mrp_with(R"("rules": "lstd")");
  TEST_ASSERT_TRUE(only.axis == Axis::lambda);
  assert_numbers({0.25}, xs_of(only));
}

void test_names_of_scalars() {
  const PanelDefinition panel = mrp_with(R"("step_size": [1, 2], "methods":
      ["standard", {"rule": "implicit", "projection": ["none", {"theta": 100}], "scalar": ["double", "fixed"]}])");
  assert_lines({"standard", "implicit_double", "implicit_fixed", "implicit_r100_double", "implicit_r100_fixed"}, panel);
  const std::vector<Method> lines = lines_of(panel);
  TEST_ASSERT_FALSE(lines[0].scalar);
  TEST_ASSERT_TRUE(lines[1].scalar == Scalar::float64 && lines[4].scalar == Scalar::fixed);
  TEST_ASSERT_EQUAL_STRING("implicit, R = 100, fixed point", lines[4].label.c_str());
  TEST_ASSERT_EQUAL_STRING("implicit, double", lines[1].label.c_str());
  TEST_ASSERT_TRUE(lines[3].style.dashes != lines[4].style.dashes);
}

std::string pairs_text(const PanelDefinition& panel) {
  const std::vector<Method> lines = lines_of(panel);
  std::string text;
  for (const Pair& pair : pairs_of(panel, lines)) {
    text += lines[pair.line].name + ">" + lines[pair.against].name + " ";
  }
  return text;
}

void test_lines_are_compared_with_their_baseline() {
  TEST_ASSERT_EQUAL_STRING("implicit>standard ", pairs_text(mrp_with(R"("step_size": [1, 2])")).c_str());
  TEST_ASSERT_EQUAL_STRING("standard>implicit ",
                           pairs_text(mrp_with(R"("step_size": [1, 2], "baseline": "implicit")")).c_str());
  TEST_ASSERT_EQUAL_STRING("implicit_lambda0>standard_lambda0 implicit_lambda0.5>standard_lambda0.5 ",
                           pairs_text(mrp_with(R"("step_size": [1, 2, 3], "lambda": [0, 0.5])")).c_str());
  TEST_ASSERT_EQUAL_STRING(
      "implicit_lambda0.5>implicit_lambda0 ",
      pairs_text(mrp_with(R"("rules": "implicit", "step_size": [1, 2, 3], "lambda": [0, 0.5])")).c_str());
  TEST_ASSERT_EQUAL_STRING("standard_projected>standard implicit>standard implicit_projected>standard ",
                           pairs_text(mrp_with(R"("projections": ["none", {"theta": [1, 10]}])")).c_str());
  TEST_ASSERT_EQUAL_STRING(
      "standard_projected>implicit_projected ",
      pairs_text(mrp_with(R"("projections": {"theta": [1, 10]}, "baseline": "implicit_r10")")).c_str());
  TEST_ASSERT_EQUAL_STRING(
      "standard_c0.5>lstd standard_c1>lstd ",
      pairs_text(mrp_with(R"("rules": ["lstd", "standard"], "ratio": [0.5, 1], "x": "step_size")")).c_str());
  TEST_ASSERT_EQUAL_STRING(
      "lstd>standard_c0.5 ",
      pairs_text(mrp_with(R"("rules": ["standard", "lstd"], "ratio": [0.5, 1], "x": "step_size")")).c_str());
}

void test_scalars_are_compared() {
  TEST_ASSERT_EQUAL_STRING(
      "implicit_fixed>implicit ",
      pairs_text(mrp_with(R"("methods": ["implicit", {"rule": "implicit", "scalar": "fixed"}])")).c_str());
  const std::string both = R"("methods": [{"rule": "standard", "scalar": ["double", "fixed"]},
                                          {"rule": "implicit", "scalar": ["double", "fixed"]}])";
  TEST_ASSERT_EQUAL_STRING(
      "standard_fixed>standard_double implicit_double>standard_double implicit_fixed>standard_double "
      "implicit_fixed>implicit_double ",
      pairs_text(mrp_with(both)).c_str());
  // The baseline is listed second: the same pair the other way round is not there.
  TEST_ASSERT_EQUAL_STRING("implicit_float>implicit_double implicit_fixed>implicit_double ",
                           pairs_text(mrp_with(R"("baseline": "implicit_double",
                               "methods": {"rule": "implicit", "scalar": ["float", "double", "fixed"]})"))
                               .c_str());
  TEST_ASSERT_EQUAL_STRING(
      "implicit_fixed_lambda0>implicit_double_lambda0 implicit_fixed_lambda0.5>implicit_double_lambda0.5 ",
      pairs_text(mrp_with(R"("lambda": [0, 0.5], "x": "step_size",
                             "methods": {"rule": "implicit", "scalar": ["double", "fixed"]})"))
          .c_str());
}

// --- places in random texts -----------------------------------------------------------------------------------------

/// Writes JSON, and where each of its values begins.
class RandomJson {
 public:
  explicit RandomJson(std::uint64_t seed) : random_(seed) { value({}, 0); }

  struct Value {
    std::vector<std::string> path;
    std::size_t begin;
  };
  const std::string& text() const { return text_; }
  const std::vector<Value>& values() const { return values_; }

 private:
  void space() {
    static const char* const spaces[] = {"", "", " ", "\n", "\t ", "\r\n", "  "};
    text_ += spaces[random_.below(7)];
  }
  void value(const std::vector<std::string>& path, std::uint32_t depth) {
    static const char* const scalars[] = {"1",     "-2.5e3",        "true",           "null",
                                          R"("")", R"("a,]}\"\\")", R"("\u00e9{é[")", "0"};
    space();
    values_.push_back({path, text_.size()});
    const std::uint32_t kind = depth == 0 ? 2 + random_.below(2) : random_.below(depth < 5 ? 4 : 2);
    if (kind < 2) {
      text_ += scalars[random_.below(8)];
    } else {
      items(path, depth, kind == 2);
    }
    space();
  }
  void items(const std::vector<std::string>& path, std::uint32_t depth, bool is_object) {
    text_ += is_object ? "{" : "[";
    const std::uint32_t count = random_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) { text_ += ","; }
      std::vector<std::string> inner = path;
      inner.push_back(is_object ? key(i) : std::to_string(i));
      value(inner, depth + 1);
    }
    if (count == 0) { space(); }
    text_ += is_object ? "}" : "]";
  }
  /// As written to the text, and as read.
  std::string key(std::uint32_t i) {
    static const char* const written[] = {"k", R"(\"q\\)", R"(\u00e9)", "é:", "0", R"(\n)"};
    static const char* const read[] = {"k", "\"q\\", "é", "é:", "0", "\n"};
    const std::uint32_t which = random_.below(6);
    space();
    text_ += "\"" + std::string(written[which]) + std::to_string(i) + "\"";
    space();
    text_ += ":";
    return read[which] + std::to_string(i);
  }

  Random random_;
  std::string text_;
  std::vector<Value> values_;
};

std::string counted_place(const std::string& text, std::size_t begin) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i < begin; ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

void test_places_in_random_texts() {
  std::size_t values = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const RandomJson json(seed);
    const auto parsed = parse_json<nlohmann::json>(json.text(), "random");
    for (const RandomJson::Value& value : json.values()) {
      TEST_ASSERT_EQUAL_size_t_MESSAGE(value.begin + 1, byte_of(json.text(), value.path), json.text().c_str());
      TEST_ASSERT_EQUAL_STRING(counted_place(json.text(), value.begin).c_str(),
                               line_and_column(json.text(), value.begin + 1).c_str());
      ++values;
    }
  }
  TEST_ASSERT_TRUE(values > 2000);
}

// --- damaged files --------------------------------------------------------------------------------------------------

const char* const whole_file = R"({"title": "t", "text": "x", "lambda": [0, {"from": 0.1, "to": 0.9, "step": 0.1}],
 "ratio": {"from": 0.01, "to": 10, "count": 4}, "step_size": 1.5, "start": 1, "steps": 20, "trials": 3,
 "methods": ["standard", {"rule": "implicit", "projection": [{"omega": 1, "theta": [10, 100]}, "none"]}],
 "panels": [
  {"name": "a", "model": {"simulator": "mrp", "states": 30, "features": 5, "scaling": "rows"}, "x": "lambda",
   "features": ["model", "table", {"kind": "random", "count": 4}], "measures": ["loss"], "baseline": "implicit"},
  {"name": "b", "model": {"file": "chain.json"}, "x": "time", "every": 5, "schedule":
   [{"kind": "polynomial", "power": [0.5, 1], "offset": 2, "hold": 10, "hold_at": "beta_0", "factor": 3}, "constant"]},
  {"name": "c", "model": {"simulator": "access-control", "servers": 3, "classes": 2, "completion": 0.1},
   "epsilon": [0.5, 0.1], "features": ["table", {"kind": "tiles", "tilings": 4, "tiles": [3, 4]}]},
  {"name": "d", "model": {"simulator": "pendulum", "speed_scale": 0.5},
   "features": {"kind": "random-fourier", "components": 20, "gammas": [0.5, 1]}},
  {"name": "e", "model": {"simulator": "boyan"}, "measures": "overflow_step_size", "overflow_search":
   {"from": 0.1, "to": 100}, "rules": ["standard"], "projections": {"theta": 5}}]})";

/// One to three bytes or stretches deleted, doubled or replaced.
std::string damaged(std::string text, Random& random) {
  static const char* const pieces[] = {
      "9",         "0",  "-", "e9", "[", "]", "{", "}", "\"", ",", "1e15", "null", "\\", "\xff", "\"x\": \"time\",",
      "999999999", "[]", ".0"};
  const std::uint32_t changes = 1 + random.below(3);
  for (std::uint32_t i = 0; i < changes; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    const std::size_t length = 1 + random.below(random.below(4) == 0 ? 40 : 2);
    const std::uint32_t kind = random.below(3);
    if (kind == 0) { text.erase(at, length); }
    if (kind == 1) { text.insert(at, text.substr(at, length)); }
    if (kind == 2) { text.replace(at, length, pieces[random.below(18)]); }
  }
  return text;
}

/// What a command does with it before the first run.
void use(const std::string& text) {
  const Definition definition = read(text);
  refuse_too_large(definition, "e.json", 1);
  for (const PanelDefinition& panel : definition.panels) {
    const SweepPlan plan = plan_of(panel);
    std::set<std::string> names;
    for (const Method& line : plan.methods) {
      TEST_ASSERT_TRUE_MESSAGE(names.insert(line.name).second, text.c_str());  // methods are told apart by it
    }
    (void)pairs_of(panel, plan.methods);
    TEST_ASSERT_TRUE(!setup_of(panel).empty());
  }
}

void test_damaged_files_are_refused_or_read() {
  use(whole_file);
  const rlimit limit = {std::size_t{1} << 30U, RLIM_INFINITY};  // of memory
  TEST_ASSERT_EQUAL_INT(0, setrlimit(RLIMIT_AS, &limit));
  Random random(19);
  std::size_t refused = 0;
  constexpr std::size_t cases = 800;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::string text = damaged(whole_file, random);
    try {
      use(text);
    } catch (const InputError& error) {
      ++refused;
      TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE("e.json:", error.what(), 7, text.c_str());
    } catch (const std::exception& error) { TEST_FAIL_MESSAGE((error.what() + ("\n" + text)).c_str()); }
  }
  TEST_ASSERT_TRUE(refused > cases / 3 && refused < cases);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_names_that_are_not_known);
  RUN_TEST(test_what_is_missing);
  RUN_TEST(test_what_is_not_json);
  RUN_TEST(test_values_of_the_wrong_type);
  RUN_TEST(test_values_out_of_range);
  RUN_TEST(test_what_is_there_twice);
  RUN_TEST(test_what_does_not_go_together);
  RUN_TEST(test_methods_that_are_not_for_this);
  RUN_TEST(test_scalars_that_cannot_be);
  RUN_TEST(test_what_fixed_point_cannot_do);
  RUN_TEST(test_projections_that_cannot_be);
  RUN_TEST(test_model_files_that_cannot_be_used);
  RUN_TEST(test_too_large_experiments_are_refused_at_once);
  RUN_TEST(test_names_that_were_probably_meant);
  RUN_TEST(test_numbers_are_those_that_are_written);
  RUN_TEST(test_defaults);
  RUN_TEST(test_defaults_of_control);
  RUN_TEST(test_panels_inherit_and_replace);
  RUN_TEST(test_every_axis);
  RUN_TEST(test_names_of_lines_say_what_differs);
  RUN_TEST(test_names_of_other_rules_and_projections);
  RUN_TEST(test_names_of_scalars);
  RUN_TEST(test_lines_are_compared_with_their_baseline);
  RUN_TEST(test_scalars_are_compared);
  RUN_TEST(test_places_in_random_texts);
  RUN_TEST(test_damaged_files_are_refused_or_read);
  return UNITY_END();
}
