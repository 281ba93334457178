#!/bin/sh
# setup.sh core|host|all: everything Ballast is built and tested with, on Debian 12 or later.
#
#   core   what a program for an emulated Cortex-M needs: compilers, CMake, Ninja and the emulator
#   host   what the host programs need: compilers, CMake, Ninja and the libraries of the host tool
#   all    also what the tests need: cross-compilers, emulators, analysers, a browser
#
# Debian packages that are missing are installed with apt-get (as root, or through sudo). ETL and Unity
# come as signed packages pinned by hash and are unpacked into .deps/ of this project; the system's apt
# sources, lists and package database are not touched for them. What is already there is left alone:
# a second run changes nothing and needs no network.
set -eu

core_packages='g++ cmake ninja-build gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
  qemu-system-arm debian-archive-keyring'
host_packages='g++ clang cmake ninja-build libeigen3-dev libcli11-dev libfmt-dev nlohmann-json3-dev
  libbenchmark-dev gnuplot-nox debian-archive-keyring'
test_packages='git gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
  gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-system-arm qemu-system-misc
  valgrind gcovr cppcheck clang-tidy clang-format chromium doxygen parallel
  emscripten nodejs clang-19 gcc-avr binutils-avr avr-libc simavr gcc-xtensa-lx106 picolibc-xtensa-lx106-elf
  g++-aarch64-linux-gnu g++-arm-linux-gnueabihf g++-s390x-linux-gnu qemu-user arduino-builder python3'

# Package, version, sha256. A new revision in the suite makes a pinned version vanish: then update both.
suite=trixie
pins='libetlcpp-dev 20.39.4+dfsg-3 5717ccf83d9c5dfd3dd707eccf3d31ca82bbec886b3f8b0e8336ecb61c5a5ec8
cmock 2.5.3+git40-g379a9a8-2 166e45090937251892363d10860b5e7aa5353d5553fde2cbaba514760ba3785e'
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
deps=$root/.deps

say() { echo "setup: $*"; }
die() { echo "setup: $*" >&2; exit 1; }
usage() { echo "usage: toolchains/setup.sh core|host|all" >&2; exit 2; }

missing_packages() {
  for package in "$@"; do
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
      'install ok installed') ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    die "this is not a Debian system (no dpkg-query or apt-get); install these by hand: $*"
  missing=$(missing_packages "$@")
  if [ -z "$missing" ]; then say "all packages are installed"; return; fi
  say "installing: $missing"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    die "installing packages needs root: run this as root, or install sudo. Missing: $missing"
  as_root apt-get -q update || die "'apt-get update' failed. Missing: $missing"
  # Word splitting is wanted: one argument for each package.
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $missing ||
    die "'apt-get install' failed (no network?). Missing: $(missing_packages "$@")"
}

# The mirror this system's apt already uses. indextargets knows only indexes that were downloaded before;
# --print-uris works without any.
debian_mirror() {
  mirror=$(apt-get indextargets --format '$(REPO_URI)' \
             'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 'Component: main' | head -n 1)
  [ -n "$mirror" ] || mirror=$(apt-get --print-uris update |
             sed -n "s#^'\\(.*/\\)dists/[^/]*/InRelease'.*#\\1#p" | grep -v security | head -n 1)
  echo "$mirror"
}

# A private apt: its own source, lists, cache and empty package database, all below $1.
write_private_apt() {
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial" "$1/log" "$1/none"
  : > "$1/status"
  # target=Packages: no Contents, translations or DEP-11, whatever the system has switched on.
  printf 'deb [target=Packages signed-by=%s] %s %s main\n' "$keyring" "$2" "$suite" > "$1/sources.list"
  cat > "$1/apt.conf" <<CONF
Dir::Etc::SourceList "$1/sources.list";
Dir::Etc::SourceParts "$1/none";
Dir::Etc::Preferences "$1/none/preferences";
Dir::Etc::PreferencesParts "$1/none";
Dir::State "$1";
Dir::State::Lists "$1/lists";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Dir::Log "$1/log";
APT::Sandbox::User "$(id -un)";
APT::Architecture "$(dpkg --print-architecture)";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
APT::Get::AllowUnauthenticated "false";
APT::Update::Error-Mode "any";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
}

# -c is read after the system's configuration, so that the #clear lines above take effect.
private_apt() { apt-get -q -c "$work/apt.conf" "$@"; }

download_pinned() {
  name=$1 version=$2 sha256=$3
  (cd "$work" && private_apt download "$name=$version") ||
    die "could not download $name=$version: no network, or $suite has another revision by now"
  deb=$(echo "$work/${name}_"*.deb)
  echo "$sha256  $deb" | sha256sum -c - >/dev/null || die "$name: the sha256 differs from the pin"
  dpkg-deb -x "$deb" "$work/root"
}

fetch_dependencies() {
  if [ "$(cat "$deps/VERSIONS" 2>/dev/null)" = "$pins" ] && [ -f "$deps/unity/unity.c" ] &&
      [ -f "$deps/include/etl/array.h" ] && [ -f "$deps/share/etl/cmake/etlConfig.cmake" ]; then
    say "ETL and Unity are there at the pinned versions"; return
  fi
  [ -r "$keyring" ] || die "$keyring is missing (package debian-archive-keyring)"
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || die "apt knows no Debian source to take the mirror from"
  say "fetching ETL and Unity"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM HUP
  write_private_apt "$work" "$mirror"
  private_apt update || die "could not read the package index of $suite (no network, or a bad signature)"
  echo "$pins" > "$work/pins"
  while read -r name version sha256; do download_pinned "$name" "$version" "$sha256"; done < "$work/pins"

  unity=$work/root/usr/share/cmock/vendor/unity
  rm -rf "$deps" "$deps.new"
  mkdir -p "$deps.new/include" "$deps.new/share" "$deps.new/unity" "$deps.new/licenses"
  cp -R "$work/root/usr/include/etl" "$deps.new/include/etl"
  cp -R "$work/root/usr/share/etl" "$deps.new/share/etl"
  cp "$unity/src/unity.c" "$unity/src/unity.h" "$unity/src/unity_internals.h" "$deps.new/unity/"
  cp "$unity/LICENSE.txt" "$deps.new/licenses/unity"
  cp "$work/root/usr/share/doc/libetlcpp-dev/copyright" "$deps.new/licenses/etl"
  cp "$work/pins" "$deps.new/VERSIONS"
  mv "$deps.new" "$deps"    # last, so that an interrupted run never looks complete
  say "ETL and Unity are in $deps"
}

[ $# -eq 1 ] || usage
# shellcheck disable=SC2086
case $1 in
  core) install_packages $core_packages ;;
  host) install_packages $host_packages ;;
  all) install_packages $host_packages $test_packages ;;
  -h | --help) sed -n '2,/^set -eu/{/^set/d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
  *) usage ;;
esac
fetch_dependencies
