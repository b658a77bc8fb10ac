#!/bin/sh
# setup.sh PREFIX: unpacks Asterisk 22 or newer (and openssl, for a test certificate) under PREFIX.
#
# Needs Debian's apt, its archive keyring and the network; neither root nor a previous `apt-get update`. Packages are
# taken from a newer suite of the archive this machine already uses, and are only unpacked: nothing is installed, no
# maintainer script runs. Two runs at once are harmless: each works in a folder of its own, the first one to finish wins.
set -eu

PREFIX=$1
[ ! -e "$PREFIX/root" ] || exit 0
mkdir -p "$(dirname "$PREFIX")"
WORK=$(mktemp -d "$PREFIX.XXXXXX")
trap 'rm -rf "$WORK"' EXIT
APT=$WORK/apt
ROOT=$WORK/root

codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
# --no-release-info: also sources whose lists were never fetched, as on a fresh machine or in a slim container.
site=$(apt-get indextargets --no-release-info --format '$(SITE)' \
  'Created-By: Packages' "Release: $codename" 'Component: main' | head -n 1)
[ -n "$site" ] || { echo "apt knows no archive for $codename" >&2; exit 1; }

# Libraries of modules that the tests never load. apt is told that they are there, which saves two thirds of the size.
unneeded='adduser libsnmp45 libgmime-3.0-0t64 libpq5 libsybdb5 libradcli4 libneon27t64 libical3t64 libiksemel3
  libjack-jackd2-0 libportaudio2 libldap2 libodbc2 liblua5.1-0 libunbound8 libspandsp2t64 libcodec2-1.2 libopusfile0
  libopusenc0 libvorbis0a libvorbisenc2 libvorbisfile3 libogg0 libopencore-amrnb0 libopencore-amrwb0 libvo-amrwbenc0
  libspeex1 libspeexdsp1 libcurl4t64 libglib2.0-0t64'

download() { # suite
  rm -rf "$APT"
  mkdir -p "$APT/state/lists/partial" "$APT/cache/archives/partial"
  for package in $unneeded; do
    printf 'Package: %s\nStatus: install ok installed\nMaintainer: none\nArchitecture: %s\n' \
      "$package" "$(dpkg --print-architecture)"
    printf 'Multi-Arch: same\nVersion: 9:999\nDescription: not needed\n\n'
  done > "$APT/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site $1 main" > "$APT/sources.list"
  # The machine's own apt.conf.d (a proxy, say) is read before this file and stays in force.
  cat > "$APT/apt.conf" <<CONF
Dir::Etc::SourceList "$APT/sources.list"; Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null"; Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$APT/state"; Dir::State::status "$APT/status"; Dir::Cache "$APT/cache"; Dir::Log "$APT";
Acquire::Check-Valid-Until "false"; Acquire::Languages "none"; Acquire::Retries "3";
APT::Install-Recommends "false"; APT::Sandbox::User "$(id -un)";
#clear DPkg::Post-Invoke; #clear APT::Update::Post-Invoke; #clear APT::Update::Post-Invoke-Success;
CONF
  apt-get -qq -c "$APT/apt.conf" update &&
    apt-get -qq -y -c "$APT/apt.conf" --download-only -o Debug::NoLocking=1 install asterisk openssl
}

unpack() {
  rm -rf "$ROOT"
  for folder in bin sbin lib; do
    mkdir -p "$ROOT/usr/$folder"
    ln -s "usr/$folder" "$ROOT/$folder"
  done
  find "$APT/cache/archives" -name '*.deb' -print0 |
    xargs -0 -P "$(nproc)" -n 1 sh -c 'dpkg-deb -x "$1" "$0"' "$ROOT"
  # Otherwise made by a maintainer script (a dpkg alternative).
  ln -sfn en_US_f_Allison "$ROOT/usr/share/asterisk/sounds/en"
}

for suite in forky sid; do
  download "$suite" && unpack || continue
  libraries=$(dirname "$(dirname "$(ls -d "$ROOT"/usr/lib/*/asterisk/modules)")")
  loader=$(ls "$libraries"/ld-linux-*.so.* "$ROOT"/usr/lib64/ld-linux-*.so.* 2>/dev/null | head -n 1)
  version=$("$loader" --library-path "$libraries" "$ROOT/usr/sbin/asterisk" -V) || continue
  major=$(echo "$version" | sed 's/^Asterisk \([0-9]*\).*/\1/')
  [ "$major" -ge 22 ] || continue
  rm -rf "$APT"
  chmod 755 "$WORK"
  mv -T "$WORK" "$PREFIX" 2>/dev/null || [ -e "$PREFIX/root" ]
  exit
done
echo 'no suite of the Debian archive gave Asterisk 22 or newer' >&2
exit 1
