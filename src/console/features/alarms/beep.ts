/** Two short tones, higher for the highest level; made by the browser, no file. Silent where it allows no sound. */
export function beep(rank: number): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0.15;
  volume.connect(context.destination);
  const pitches = rank >= 4 ? [880, 1175, 880] : [660, 880];
  for (const [index, pitch] of pitches.entries()) {
    const tone = context.createOscillator();
    const from = context.currentTime + index * 0.22;
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(from);
    tone.stop(from + 0.16);
  }
  setTimeout(() => void context.close().catch(() => undefined), 1500);
}
