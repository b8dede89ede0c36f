import { formsOf } from '../word-forms.ts'

const listed = `allay, alloy, ambiance!, baseline, basso, beeches!, bitch, bleach, block, bolder, booming!, bossed, bosses!, bottle,
  bounder, breach, bride, broom, cabal, cackling!, calling, canon, canton, caste, chair, chaplet, cherry, chili, chilli, chipping,
  chopper, cleat, clout, collate, college, comer, comic, confer, conferring, corral, coupe, couplet, cracking!, creak, deriving!,
  deserve, deserved!, deserter, dessert, diving!, elector, electron, electrode, enchanter, farmhand, fester, flake, flaming!, flora,
  flowed!, foster, gentile, glazier, gorged!, grant, grave, grind, groove, gross, grosses!, hearth, heroin, hippie, holly, housed!,
  humane, hunted!, inferior, iris, jangle, jelly, jellies!, jingle, latch, latches!, ledge, lever, liver, lightening!, linear, lodger,
  louvre, louver, macron, marine, marsh, marshes!, matching!, match, matches!, mastery, mediation, medication, meter, mound, mourning!,
  nighty, outlive, overhear, overheat, parish, parson, paste, pastes!, patter, pedal, penning!, persona, pester, pinning!, plane,
  planes!, planned!, planning, plant, poplar, pony, ponies!, poser, posted!, posture, praise, punning!, quack, racket, railing,
  recorded!, relating!, reorder, rickets!, rivet, rocker, rover, ruined!, ruining!, salver, sapling, saplings!, saturate, shallow,
  shire, shock, showman, shower!, signer, signing, simmer, skate, sliver, smoothing!, snack, sniper, snowball, soiling!, solver,
  sparing!, sprang!, springs!, springy, sprint, sprung!, squire, stepped!, sting, stinger, stinging!, story, stories!, streak, steam,
  steams!, subset, suffer, summary, summaries!, swinger, swinging!, tender!, thicken, thicker!, thickest!, thrilled!, ticket, tiling,
  tinder, titling, topic, topical, trace, vantage, vaporware!, victor, villa, violent, volley, wallow, winger, winery, wineries!,
  windows!, scream, string, cattle, fountain, horse, horses!, plants!, reader, garden!, cotton, button, planner, partner, monkey,
  turtle, temple, statue, dragon, wizard, knight, soldier, engine, market, museum, mirror, country, county, радушный, нарядный, похожий,
  ненасытный, тесный, обзорный, нужный, наземный, мутный, модный, комический, духовный, бедный, этический, шумливый, чётный, травный,
  срочный, спешный, сточный, скулистый, рябиновый, разовый, приглашённый, постельный, полученный, педальный, нарочный, мерный, луковый,
  лётный, лестный, лазерный, кадровый, запорный, заборный, датский, гарный, горничная, вокзальный, выселенный, базовый, штурмовой,
  стенной, стальной, ручной, родовой, пылевой, пулевой, половой, ножной, кочевой, игровой, грузовой, гробовой, бортовой, шляпка, удочка,
  трейдер, скрепка, сервер, рюмашка, путаник, прутик, мотель, мосток!, мостк|, мистик, мыльница, колокольня, деревяшка, девчушка,
  двушка, штурм, шарфик, уловка, ракита, пустырь, проезд, отделение, остов, незнакомый, кратер, кофейня, кортик, канон, задание,
  воронка, вокзал, буклет, электрик, холодец!, холодц|, сирена, салат, ракетка, пророк, приток, посылка, платок!, платк|, планшет,
  планер, палата, мастика, высота, вечерня, болтик, стрекоза, скрип, саван, рыбалка, поток, постель, поляк, поездка, мальчишка, конура,
  заезд, дверца, травма, теснота, сторож, контора, малина, трубка, тропка, тропинка, тарелка, тайна, стопка, соседка, сорняк, скула,
  серия, семёрка, свёрток!, свёртк|, ручка, рубка, рейс, прут, питон, писк, панк, острог, объезд, мачта, мания, ложка, лесник, лебеда,
  крошка, котелок!, котелк|, клон, клан, кишка, кашка, зелёнка, духовка, дурочка, дедушка, двор, грим, грёза, горошек!, гонка, бритва,
  беретка, тягач, струна, страна, скалка, сердечный, полоска, пляска, парусина, парик, облик, мистика, морс, мандат, кандалы, гостинец!,
  голубец!, голубц|, голос, алтарь, явный, этичный, щепка, штора, шоколадка, хоровод, удачный, угарный, труп, труд, тиски, сырой,
  странный, столик, сменный, скрипт, серный, светило, рэкет, роковой, печка, платный, пенсия, папка, острота, опорный, оперный, носок!,
  носк|, мятый, могущий, мечтать!, матовый, маска, мангал, майка, лоток!, лотк|, логово, липовый, лимон, лиана, ласка, клуб, квасной,
  коленка, дубовый, древний, драный, длина, груз, горшок!, горшк|, голый, вьюн, ведро, былой, беглый, бантик, шоколад, черника, сахар,
  тайный, стена, статский, спальный, сносный, свора, рейка, прибор, пустой, площадка, палец!, пальц|, план, плавать!, плакать!, речь,
  роль, протокол, премия, потеря, печать, педаль, орден, омлет, нерв, нежность, мука, меч, матка, марка, лупа, лиса, лапа, ладонь,
  кружка, кресло, колено, канава, кабина, знание, звание, дума, голова, ворота, весло, буфет, бусы, басня, бархат, акула, лошадь, конь,
  дракон, рыцарь, собор, храм, церковь, башня, дерзкий, грозный, громкий, гордый, горький, вольный, вечный, верный, личный, острый,
  прыткий, ленивый, медовый, рукав, стадо, старый, сталь, стекло, стеклянный, каменный, камень, деревянный, путница, красавица, краска,
  крыша, кровать, крест, краб, корабельный, бакс, бельмо, бобр, басок!, бистро!, бита, боров, бровь, веер, вена, ворох, всход, гном,
  голосок!, голоск|, горб, горн, горох, гормон, дамка, догма, драйвер, драп, дужка, дуло, думать!, заика, заказ, закатить!, заливать!,
  заливка, замерший, капать!, канат, качка, кофта, клавиша, комик, кремень!, кремн|, крот, кузня, лев, лама, литр, маг, мазок!, мазк|,
  мат, мельник, миля, миндаль, мирской, мол, мушиный, мышиный, нары, нижний, обет, озон, окрошка, орда, оранжерея, отбитый, палый,
  пасть, паста, передать!, перевести!, передача, пилон, племя!, племени!, племенем!, поделка, полено, полив, поливать!, порка, престол,
  прибить!, причём!, прихожая, проба, пробой, провожать!, проложить!, проток, проход, проходить!, построить!, пуля, пуск, пустеть!,
  радист, рачок!, репка, рифт, робкий, роговой, рожа, рысак, сверло, скачка, скачок!, скачк|, скот, скрипеть!, смазка, смена, смешанный,
  софа, спад, страж, стрижка, сухарь, степ, столбец!, столбц|, сторонка, топик, трасса, травить!, тревожить!, тромб, тумба, туша, форд,
  хаос, холоп, хорда, чадо, чаша, черпак, шарж, шарм, шарф, шторка, щека, электрон`

let words: ReadonlySet<string> | null = null

/** Real words that differ by one slip from words of the vocabulary: "violent" is not "violet". They are never corrected. */
export function realWords(): ReadonlySet<string> {
  words ??= new Set(listed.split(',').flatMap((word) => formsOf(word.trim()).forms))
  return words
}
