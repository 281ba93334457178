#pragma once
/// What the functions of digests_of.hpp return on every machine. A digest changes only together with what the library
/// computes, in a commit that says why.

#include <stdint.h>

namespace expected {

constexpr uint64_t pow_float = 0x8BF2C21EB7995F98U;
constexpr uint64_t pow_double = 0x5E3F1ADA664DDA33U;
constexpr uint64_t square_roots_float = 0x7FB46B2ED290FF75U;
constexpr uint64_t square_roots_double = 0x71A6E0A7EADB1141U;
constexpr uint64_t sines_float = 0x4B84C1B4FB1317EAU;
constexpr uint64_t sines_double = 0xF6AB4A8621CB929DU;
constexpr uint64_t logarithms_float = 0x93CDB6EAF65C0B39U;
constexpr uint64_t logarithms_double = 0x117B09E74AC808ACU;
constexpr uint64_t normals_float = 0x1A81C98B2F89AD98U;
constexpr uint64_t normals_double = 0x48D0EDC53C9F5881U;
constexpr uint64_t fourier_table_float = 0x5E23539EBB7F0A11U;
constexpr uint64_t fourier_features_float = 0x50E87E8B615DCD7AU;
constexpr uint64_t fourier_table_double = 0xC572CFE50D19B6E0U;
constexpr uint64_t fourier_features_double = 0x93C701E1208B052CU;
constexpr uint64_t limited_norms_float = 0x9123EDDE82C7C3AEU;
constexpr uint64_t limited_norms_double = 0xEE1D62E21145C8F1U;
constexpr uint64_t schedules_float = 0x7B29B695CF91F260U;
constexpr uint64_t schedules_double = 0x61CEFE6C67603012U;
constexpr uint64_t processes_float = 0x2FB6A21EA2CD2F54U;
constexpr uint64_t control_float = 0x2E15BFCA3FA2BBF7U;
constexpr uint64_t processes_double = 0xCACAC380A902B767U;
constexpr uint64_t control_double = 0xEDEA76FA70FC10D9U;
constexpr uint64_t standard_joint_ball_float = 0x3D84D3F96138E16DU;
constexpr uint64_t implicit_joint_ball_float = 0xB347EA2A80607825U;
constexpr uint64_t implicit_separate_balls_float = 0x1CDBBF1AC5A9CF13U;
constexpr uint64_t implicit_joint_ball_double = 0x3C50802E82B1925CU;
constexpr uint64_t few_features_float = 0x7A577DB7AEACFA93U;
constexpr uint64_t every_dimension_float = 0xE8BDBC8C32E2CFC1U;
constexpr uint64_t differential_float = 0x9496116901554590U;
constexpr uint64_t two_time_scales_float = 0xA1125175803315A1U;
constexpr uint64_t tiles_float = 0x9A7A0D8418F912FFU;
constexpr uint64_t tiles_double = 0xE6AD10E7FD824A17U;
constexpr uint64_t agent_float = 0x979EAFEC1222F742U;
constexpr uint64_t agent_double = 0xF31EA2F621BA1938U;
constexpr uint64_t sparse_joint_ball_float = 0x373238655A41F877U;
constexpr uint64_t sparse_without_ones_float = 0x36D94F7957AD73C2U;
constexpr uint64_t sparse_joint_ball_double = 0x77A89545E137D5FCU;
constexpr uint64_t cancelled_traces_float = 0x620D542AB9F7DA4DU;

constexpr uint64_t fixed_standard = 0x649343A61B139139U;
constexpr uint64_t fixed_implicit = 0xC0FD1E8667005CF4U;
constexpr uint64_t fixed_implicit_binary_steps = 0x71D8B5DB8EA2420AU;
constexpr uint64_t fixed_differential = 0xB09FEF43EC3B6E2DU;
constexpr uint64_t fixed_implicit_differential = 0x68DE33872817E29BU;
constexpr uint64_t fixed_sparse = 0xC462ABBE5C621667U;

constexpr uint64_t health = 0xE561F45EA8E7CBA4U;

}  // namespace expected
