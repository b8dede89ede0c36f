import type { Genre, Instrument, SoundEffect } from '../understanding.ts'

/** See ../vocabulary.ts for the syntax of entries. */
export const genreWords: Record<Genre, string> = {
  ambient: `ambient, ambience, drone music, ambient drone, dark drone, new age, soundscape, эмбиент, эмбиентный, амбиент, эмбиэнт`,
  'lo-fi': `lo fi, lofi, lo fi hip hop, lofi hip hop, lofi beats, lo fi beats, lo fi hip hop beats, lofi hip hop beats, chillhop,
    chill hop, лоу фай, лоуфай, ло фай, лофай, лофи!, лоу-фай хип хоп`,
  synthwave: `synthwave, synth wave, retrowave, retro wave, vaporwave, outrun, 80s synth, 80s music, eighties synth, синтвейв, ретровейв,
    ретровэйв, вейпорвейв, синти поп, музыка 80 х`,
  waltz: `waltz, waltzing, viennese waltz, 3 4 time, вальс, вальсик, вальсовый`,
  march: `march!, marches!, marching, military march, funeral march, wedding march, marching band, марш, маршевый`,
  techno: `techno, house music, deep house, tech house, trance, edm, electro, electronica, electronic music?, electronic dance,
    dance music, dance tune, rave, club music, drum and bass, dubstep, техно!, хаус, транс, электронная музыка?, электроника,
    танцевальная музыка, клубная музыка, танцевальный, рейв, дабстеп`,
  folk: `folk, folk music, folk song, folksy, celtic, country music, bluegrass, irish, фолк, фолковый, народная музыка, народная песня,
    народный, кельтский, народная мелодия, кантри!, частушка`,
  cinematic: `cinematic, film score, movie score, film music, movie music, soundtrack, orchestral, orchestra, symphonic, symphony,
    trailer music, movie trailer, кинематографичный, кинематографический, саундтрек, киномузыка, музыка из фильма, музыка для фильма,
    оркестр, оркестровый, симфония, симфонический, трейлер`,
}

export const instrumentWords: Record<Instrument, string> = {
  piano: `piano, pianist, grand piano, electric piano, rhodes, пианино!, рояль, фортепиано!, фортепианный, пианист, клавиши, клавишные,
    клавишный, 🎹`,
  strings: `strings!, string quartet, string section, string orchestra, violin, violinist, viola, cello, fiddle, double bass, orchestra?,
    скрипка, скрипичный, виолончель, альт, струнные, струнный, контрабас, оркестр?, 🎻`,
  guitar: `guitar, acoustic guitar, electric guitar, guitarist, ukulele, banjo, mandolin, lute, гитара, гитарный, гитарка, укулеле!,
    банджо!, мандолина, балалайка, лютня, 🎸`,
  flute: `flute, panpipe, recorder!, clarinet, oboe, woodwind, tin whistle, флейта, кларнет, гобой, свирель, дудка, дудочка,
    деревянные духовые`,
  bell: `bell, chime, glockenspiel, celesta, celeste, music box, vibraphone, marimba, xylophone, kalimba, tubular bells, колокол,
    колокольчик, колокольный, челеста, вибрафон, ксилофон, металлофон, калимба, музыкальная шкатулка, маримба`,
  synth: `synth, synthesizer, synthesiser, synthesized, electronic, pad!, pads!, chiptune, 8 bit, 8 bit music, moog, arpeggiator,
    синтезатор, синтезаторный, синт, синты, электронный, пэд, чиптюн, арпеджиатор`,
  bass: `bass, bassline, bass line, bass guitar, sub bass, double bass, бас, басовый, бас гитара, басист, контрабас`,
  drums: `drum, drummer, drumming, drum kit, percussion, percussive, beats!, beat!, snare, hi hat, cymbal, tambourine, bongo, conga,
    timpani, барабан, барабанный, барабанщик, ударные, ударник, перкуссия, бит!, биты!, битом!, бубен!, бубн|, тарелки, литавры, ударных!,
    перкуссионный, 🥁`,
  organ: `organ!, church organ, pipe organ, hammond, accordion, harmonium, орган, органный, аккордеон, баян, гармонь, гармошка`,
  choir: `choir, choral, chorus, vocal, vocals!, vocalise, voices!, singing, singer, a cappella, хор, хорал, хоровой, вокал, вокальный,
    голоса!, голосов!, пение, певец!, певица`,
  harp: `harp, harpist, lyre, арфа, гусли, лира`,
  brass: `brass!, brass band, brass section, trumpet, horn, french horn, trombone, tuba, saxophone, sax!, fanfare, медные духовые,
    духовые, духовой, труба, тромбон, туба, валторна, саксофон, фанфары, горн!, горны!, 🎺, 🎷`,
}

/** Sounds that a word suggests; most of these words also name something visible. */
export const effectWords: Record<SoundEffect, string> = {
  rain: `rain, rainy, raining, rainfall, raindrop, drizzle, downpour, rainstorm, thunderstorm, дождь, дождик, дождливый, ливень!, ливн|,
    морось`,
  wind: `wind!, winds!, windy, breeze, gale, blizzard, howling wind, ветер!, ветр|, ветреный, ветерок!, ветерк|, вьюга, метель`,
  sea: `sea, ocean, wave, surf, beach, seaside, seashore, ocean wave, sea wave, море, морской, океан, волна, прибо|й, пляж, побережье,
    морской прибой`,
  fire: `campfire, bonfire, fire!, fireplace, flame, пламя!, пламени!, crackling, crackling fire, костёр!, костр|, огонь!, огня!, огнём!,
    камин, треск костра, потрескивание`,
  birds: `bird, birdsong, bird song, songbird, birdcall, chirping, nightingale, seagull, gull, dawn chorus, singing birds, birds singing,
    птица, птичка, птичий, чайка, соловей!, соловь|й, щебет, щебетание, чириканье, пение птиц, птицы поют`,
  thunder: `thunder, thundering, thunderstorm, thunderclap, lightning, storm?, stormy?, rumble of thunder, гром, гроза, грозовой,
    раскаты грома, молния`,
  stream: `stream!, streams!, brook, creek, river, waterfall, rapids!, babbling brook, ручей!, ручь|й, ручеёк!, ручейк|, река, речка,
    водопад, журчание, журчащий`,
  crickets: `cricket, cicada, grasshopper, сверчок!, сверчк|, цикада, кузнечик, стрекот, стрекотание`,
  city: `traffic, city noise, street noise, city sounds, city ambience, sound of city, городской шум, шум города, звуки города, шум улицы,
    шум машин, уличный шум`,
}

export const paceWords: Record<'slow' | 'fast', string> = {
  slow: `slow, slowly, slower, unhurried, leisurely, slow motion, downtempo, adagio, largo, lento, andante, медленный, медленно!,
    неспешный, не спеша, неторопливый, плавный, адажио!, ларго!, анданте!, размеренный, тягучий, замедленный`,
  fast: `fast, faster, quick, quickly, rapid, rapidly, energetic, energy, uptempo, up tempo, upbeat, driving, allegro, presto, vivace,
    быстрый, бодрый, энергичный, ритмичный, стремительный, драйв, драйвовый, аллегро!, престо!, динамичный, подвижный, скорый`,
}

/** Words that say a sound is meant rather than something visible. */
export const soundMarkers = new Set(
  'sound sounds noise noises sfx ambience recording звук звуки звуков звуками шум шума шумом плеск треск пение журчание шелест вой рокот стук раскаты'.split(
    ' ',
  ),
)
