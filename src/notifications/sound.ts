/** The sound of a new message: two soft notes, generated here, so that nothing is fetched. */

/** Hz, and seconds from the start. */
const NOTES = [
  { pitch: 587.33, at: 0 },
  { pitch: 880, at: 0.11 },
];
const NOTE_S = 0.32;
const LOUDNESS = 0.07;
/** More frequent sounds would be like an alarm. */
const MIN_GAP_MS = 1_500;

let context: AudioContext | undefined;
/** By a monotonic clock. */
let lastAt = Number.NEGATIVE_INFINITY;

/**
 * Plays it unless it was just played. Browsers allow sound only after the person has used the page; before that,
 * nothing is tried.
 */
export async function playSound(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  const now = performance.now();
  if (now - lastAt < MIN_GAP_MS) return;
  lastAt = now;
  try {
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    for (const note of NOTES) play(context, note);
  } catch {
    // A device without sound output.
  }
}

function play(audio: AudioContext, { pitch, at }: (typeof NOTES)[number]): void {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = pitch;
  // Begins and ends in silence: a jump would be heard as a click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + NOTE_S);
}
