#pragma once
/// How the report looks: on a desk, on a phone, on paper.

namespace ballast::reproduction {

constexpr const char* report_style = R"css(
:root { color-scheme: light; --ink: #1a1a1a; --soft: #555; --line: #d9d9d9; --wash: #f6f6f3; --link: #00588c; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; color: var(--ink); background: #fff; overflow-wrap: break-word;
  font: 1.0625rem/1.55 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "DejaVu Serif", serif; }
main, header, footer { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3, h4, table, figcaption, summary, .kicker, .verdict, .preview, .counts, dt, code, svg text {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2.2vw, 2.6rem); line-height: 1.15; margin: .2em 0 .5em; letter-spacing: -.01em; }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h3 { font-size: 1.125rem; margin: 1.8rem 0 .5rem; }
p, ul { margin: 0 0 .9em; max-width: 44rem; }
ul { padding-left: 1.2rem; }
a { color: var(--link); text-underline-offset: .15em; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em;
  overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 2rem; scroll-margin-top: 0; }
sub, sup { line-height: 0; font-size: .75em; }

header { padding-top: 2.2rem; }
.kicker { color: var(--soft); font-size: .875rem; margin: 0; }
.opening { display: grid; gap: 1rem 2.5rem; align-items: start; }
.opening > * { min-width: 0; }
.opening p { font-size: 1.1875rem; }
.preview { border: 2px solid #8a5a00; background: #fdf1d8; border-radius: .4rem; padding: .7rem 1rem; margin: 0 0 1.2rem;
  max-width: none; }
.preview code { white-space: nowrap; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 0 0 1rem; }

.verdict { display: inline-block; border-radius: .3rem; border: 1px solid; padding: .1rem .5rem; font-size: .875rem;
  font-weight: 600; line-height: 1.5; text-decoration: none; }
.holds { color: #0a5c40; background: #e4f4ed; border-color: #57a88a; }
.holds_in_part { color: #6f4700; background: #fdf1d8; border-color: #c99a3d; }
.does_not_hold { color: #93251a; background: #fbe7e3; border-color: #d4877c; }

table { border-collapse: collapse; font-size: .9375rem; line-height: 1.4; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--ink); }
.verdicts { width: 100%; margin-bottom: 1.2rem; }
.verdicts tr:not(.group) th:first-child { min-width: 3.6rem; max-width: 5rem; }
.verdicts td:last-child { width: 9.5rem; padding-right: 0; }
.verdicts .group th { padding-top: 1.2rem; font-weight: 600; }
.numeric td, .numeric th { font-variant-numeric: tabular-nums; padding-right: 1.2rem; }
.scroll { overflow-x: auto; }
caption { text-align: left; color: var(--soft); padding: .8rem 0 .3rem; }

.panels { display: grid; gap: 1.2rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
  align-items: start; margin: 1.2rem 0; }
.three { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.one { grid-template-columns: minmax(0, 40rem); }
figure { margin: 0; min-width: 0; }
svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .875rem; line-height: 1.45; margin-top: .3rem; }
.setup { color: var(--soft); }

.claims { display: grid; gap: 1.2rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr));
  align-items: start; margin: 1rem 0; }
.claim { border-left: .3rem solid var(--line); padding: .1rem 0 .1rem 1rem; min-width: 0; scroll-margin-top: 1rem; }
.claim:target { background: var(--wash); }
.claim.is_holds { border-color: #57a88a; } .claim.is_holds_in_part { border-color: #c99a3d; }
.claim.is_does_not_hold { border-color: #d4877c; }
.claim h4 { font: inherit; font-weight: 600; margin: .35rem 0; }
.claim p { margin: .35rem 0; }
.rule { color: var(--soft); font-size: .9375rem; }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--link); font-size: .9375rem; }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1.5rem; margin: 1rem 0; }
dl.facts dt { color: var(--soft); font-size: .9375rem; } dl.facts dd { margin: 0; }
footer { color: var(--soft); font-size: .875rem; padding-top: 2rem; padding-bottom: 3rem; }

@media (min-width: 60rem) { .opening.has_picture { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
@media (max-width: 34rem) {
  body { font-size: 1rem; }
  main, header, footer { padding: 0 .9rem; }
  header { padding-top: 1.2rem; }
  .opening p { font-size: 1.0625rem; }
  .verdicts { font-size: .875rem; }
  .verdicts td:last-child { width: 6.2rem; }
  .verdict { font-size: .8125rem; padding: .1rem .4rem; }
  th, td { padding-right: .6rem; }
  dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0; } dl.facts dd { margin: 0 0 .7rem; }
}
@media print {
  @page { margin: 15mm 14mm; }
  html { font-size: 9.5pt; }
  body { font-size: 1rem; line-height: 1.4; }
  main, header, footer { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4, h3 + p, .setup { break-after: avoid; }
  figure, .claim, .setup, tr, dl.facts { break-inside: avoid; }
  details:not([open]) { display: none; }
  .panels { grid-template-columns: 1fr 1fr; gap: .6rem 1.4rem; }
  .claims { display: block; } .claim { margin: .8rem 0; }
  .three { grid-template-columns: 1fr 1fr 1fr; }
  .one { grid-template-columns: 32rem; }
  .opening.has_picture { grid-template-columns: 1fr 1fr; }
  .opening p { font-size: 1.1rem; }
  .verdict, .preview { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  section { margin-top: 1.4rem; padding-top: 1.2rem; }
}
)css";

}  // namespace ballast::reproduction
