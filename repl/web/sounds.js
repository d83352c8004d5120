// SPDX-License-Identifier: GPL-3.0-or-later
// The sound of a piece that is put down, where it is wished for.
let on = false,
  context = null;

export function turnSounds(wished) {
  on = wished;
}

// A short knock of wood: two tones that die away at once.
export function click() {
  if (!on) return;
  context ||= new AudioContext();
  for (const [hertz, volume] of [
    [1100, 0.25],
    [320, 0.4],
  ]) {
    const tone = context.createOscillator(),
      gain = context.createGain(),
      now = context.currentTime;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(volume, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + 0.06);
    tone.connect(gain).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.07);
  }
}
