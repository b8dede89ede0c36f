import { between, pick } from '../random.ts'
import type { Random } from '../random.ts'
import { createReader } from '../words.ts'

/** What a prompt asks of the music. */
export type Style = {
  bpm: number
  /** A name that tonal knows. */
  scale: string
  /** Whether the chords move as in a minor key. */
  minor: boolean
  drums: 'none' | 'soft' | 'full'
  lead: 'lead' | 'bell' | 'keys' | 'flute'
  /** Share of the eighths of a bar that the arpeggio plays, 0..1. */
  density: number
  /** How much of the sound goes to the reverb, 0..1. */
  space: number
}

const readMood = createReader({
  happy:
    'happy happi* joy* cheer* bright* fun sunny summer celebrat* playful весел* весёл* радост* счаст* солнечн* лето летн* праздни* задорн* игрив*',
  sad: 'sad* melanchol* lonely grief sorrow* tear* rain* autumn grust* груст* печал* тоск* меланхол* одинок* слез* дожд* осен* минор*',
  calm: 'calm* peace* relax* ambient gentle soft quiet sleep* lullab* meditat* sea ocean lake snow* dawn спокой* тих* нежн* мягк* медитат* расслаб* колыбел* сон сна море моря морем озер* снег* снеж* рассвет*',
  dark: 'dark* scar* horror tense ominous storm* thunder* night* grim mystery mysterious темн* мрач* страшн* тревож* ужас* гроз* ноч* таинствен*',
  epic: 'epic* heroic* mountain* battle grand majestic orchest* trailer adventure эпич* героич* горы гор горах битв* величествен* приключен* торжествен*',
  dreamy: 'dream* space cosm* star* galax* float* aurora ethereal nebula мечт* космос* космич* звезд* галактик* сказ* волшебн* туманност*',
  electronic: 'electro* techno synth* neon city cyber* dance disco edm электрон* техно синт* неон* город* кибер* танц* диско',
  acoustic: 'piano acoustic folk guitar classical пианино рояль* фортепиан* акустик* фолк* гитар* классич*',
  fast: 'fast* quick* energetic upbeat dance drive driving run* sport* быстр* бодр* энергич* танц* драйв* бег бега спорт* ритмичн*',
  slow: 'slow* ambient lullab* медлен* неспеш* плавн* колыбел*',
  drums: 'drum* percussion барабан* ударн*',
})

export function styleFor(prompt: string, random: Random): Style {
  const mood = readMood(prompt)
  const minor = mood.has('sad') || mood.has('dark') || (mood.has('epic') && !mood.has('happy'))
  const slow = mood.has('slow') || ((mood.has('calm') || mood.has('sad')) && !mood.has('fast'))
  const fast = mood.has('fast') || (mood.has('electronic') && !slow)

  const bpm = fast ? between(random, 118, 134) : slow ? between(random, 62, 78) : between(random, 86, 106)
  const drums = mood.excludes('drums') ? 'none' : fast || mood.has('drums') ? 'full' : slow || mood.has('acoustic') ? 'none' : 'soft'
  return {
    bpm: Math.round(bpm),
    scale: scaleFor(),
    minor,
    drums,
    lead: leadFor(),
    density: slow ? between(random, 0.35, 0.55) : fast ? between(random, 0.8, 1) : between(random, 0.55, 0.8),
    space: mood.has('dreamy') || mood.has('calm') || slow ? 0.9 : fast ? 0.35 : 0.6,
  }

  function scaleFor(): string {
    if (mood.has('dark')) return pick(random, ['phrygian', 'aeolian', 'harmonic minor'])
    if (minor) return pick(random, ['aeolian', 'dorian', 'aeolian'])
    if (mood.has('dreamy')) return 'lydian'
    return pick(random, ['major', 'major', 'lydian', 'mixolydian'])
  }

  function leadFor(): Style['lead'] {
    if (mood.has('acoustic')) return 'keys'
    if (mood.has('electronic')) return 'lead'
    if (mood.has('dreamy')) return 'bell'
    return pick(random, ['keys', 'bell', 'flute', 'lead'])
  }
}
