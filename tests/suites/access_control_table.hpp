#pragma once
// Random Fourier features; written by ballast 0.2.0:
//   ballast rff --inputs 2 --components 20 --gamma 1 --seed 7 --scalar float --name access_control_table

#include <ballast/features/random_fourier.hpp>

// clang-format off
inline constexpr ballast::RandomFourierTable<float, 2, 20> access_control_table = {
    {
        {0x1.2cc9ap+0F, 0x1.1a8d08p+0F},
        {-0x1.77205ep-2F, 0x1.8602eap+0F},
        {0x1.7525b8p+0F, 0x1.4311e8p-1F},
        {-0x1.3d7466p-1F, -0x1.bad95cp-9F},
        {0x1.d07396p+0F, 0x1.3996c6p-7F},
        {-0x1.17f4a6p-5F, 0x1.089074p-2F},
        {-0x1.495d04p+0F, 0x1.804eb6p-4F},
        {0x1.18e6fap+0F, -0x1.8577dap+0F},
        {-0x1.2f563p-1F, -0x1.03e0e8p+1F},
        {0x1.60777p-2F, 0x1.cd46e2p-3F},
        {-0x1.3e877ep-1F, 0x1.54c4dcp-4F},
        {-0x1.c61b48p-1F, -0x1.2307aap-1F},
        {-0x1.6f6e62p-2F, 0x1.86b874p+0F},
        {-0x1.18cb58p+0F, 0x1.e3ad2ep-1F},
        {0x1.5fb9dap-2F, -0x1.3b8e76p+0F},
        {-0x1.84caa8p+0F, -0x1.bfb518p+1F},
        {-0x1.4e30c4p-2F, -0x1.1b0632p+0F},
        {-0x1.329866p-1F, 0x1.3f950ap+1F},
        {0x1.b89332p+0F, 0x1.b2374ep-1F},
        {0x1.f98b38p+0F, 0x1.39663p-1F},
    },
    {0x1.d746fap-1F, 0x1.750d64p+2F, 0x1.41b2dep+1F, 0x1.30764ep+1F, 0x1.2903f8p-3F, 0x1.652772p-2F, 0x1.2467c2p+1F,
    0x1.49be4cp+2F, 0x1.7e66b4p+1F, 0x1.183c6ep+2F, 0x1.481c32p+2F, 0x1.559856p+2F, 0x1.8f8a2ap+1F, 0x1.bf9fdap-1F,
    0x1.29e368p+1F, 0x1.e98b56p+0F, 0x1.f1f5p+0F, 0x1.643e32p+2F, 0x1.431e24p-2F, 0x1.f80486p+1F},
    0x1.43d136p-2F,
};
