/**
 * Greetings and days to congratulate on. Wherever one stands, a card is meant, and no landscape: "happy new year" is no winter and
 * «доброе утро» no dawn. See ../vocabulary.ts for the syntax of entries.
 */
export const greetingWords = `happy birthday, happy anniversary, happy new year, happy holidays!, happy easter, happy halloween,
  happy mother's day, happy father's day, happy women's day, happy valentine's day, happy wedding, happy friday, happy monday, happy weekend, merry christmas,
  season's greetings!, good morning, good night, goodnight, good evening, good afternoon, good luck, have a nice day, have a great day, have a good day, sweet dreams!, get well,
  get well soon, thank you, thanks!, congratulations!, congrats!, best wishes!, i love you, love you, miss you, i am sorry, i'm sorry, welcome home, welcome back, valentine's day, women's day, mother's day, father's day, easter greeting,
  с днём!, с днюхой!, с юбилеем!, с годовщиной!, с праздником!, с наступающим!, с новым годом!, с рождеством!, с пасхой!, с победой!, с масленицей!,
  с выпускным!, с новосельем!, с рождением!, с первым сентября!, с началом!, доброе утро!, доброго утра!, добрый день!, добрый вечер!, доброго вечера!, доброго дня!, доброй ночи!, спокойной ночи!, хорошего дня!,
  хорошего вечера!, хороших выходных!, сладких снов!, выздоравливай!, с добрым утром!, христос воскрес!, поздравляю!, поздравляем!, поздравить!, поздравление, спасибо!, благодарю!,
  люблю тебя!, я тебя люблю!, скучаю!, прости меня!, с любовью!, 8 марта!, восьмое марта!, 23 февраля!, 14 февраля!, 9 мая!, 1 сентября!, 1 мая!`

/** Works that consist of more than a scene: cards, portraits, products, lettering. The head of a phrase that names one is the subject. */
export const formatWords = `card, postcard, greeting, invitation, invite, flyer, leaflet, brochure, banner, sticker, label, logo, logotype, emblem, monogram,
  icon, avatar, profile picture, thumbnail, cover, book cover, album cover, mockup, mock up, packaging, lettering, calligraphy, caption, typography, quote, infographic, diagram, chart,
  screenshot, meme, comic strip, storyboard, certificate, diploma, menu, billboard, advertisement, ad!, ads!, advert, coloring page,
  colouring page, tattoo, portrait, self portrait, headshot, selfie, bouquet, still life, t shirt, product, product photo, product shot, product photography, passport photo, business card, visiting card,
  открытка, открыточка, поздравление, пожелание, приглашение, приглашени|е, пригласительный билет, пригласительный, календарь, calendar, hand, hands!, листовка, буклет, брошюра, баннер, наклейка, стикер, этикетка, логотип, лого!, эмблема, монограмма, иконка,
  аватар, аватарка, ава!, превью!, обложка, мокап, упаковка, надпись, каллиграфия, леттеринг, цитата, инфографика, диаграмма, скриншот, мем, раскраска, сертификат,
  диплом, грамота, меню!, визитка, вывеска, реклама, афиша, валентинка, карточка товара, карточка, фото товара, предметная съёмка, тату!, татуировка, портрет, автопортрет, селфи!, букет,
  букетик, натюрморт, футболка, фото на документы, фото на паспорт`

/** Rooms and their furnishing: the engine draws a windowsill with a view, so a room without a window in the prompt is another picture. */
export const roomWords = new Set(
  `room bedroom livingroom kitchen bathroom office interior interiors rooms bedrooms kitchens nursery library cafe fireplace attic hall hallway
  комната комнаты комнату комнате спальня спальни спальню спальне гостиная гостиной гостиную кухня кухни кухню кухне интерьер интерьера интерьеры
  интерьере прихожая прихожей прихожую кафе библиотека библиотеки библиотеке камин камина чердак мансарда комнатка`.split(/\s+/),
)
/** Words that give a room its window. */
export const windowWords = new Set(
  `window windows windowsill windowsills view view outside окно окна окну окном окне окон окошко подоконник подоконнике подоконника вид вида видом`.split(
    /\s+/,
  ),
)

/** Features of a face or figure: a person whose looks are described is a portrait, and the engine draws small figures. */
export const featureWords = new Set(
  `hair haired eyes eye eyed face faces freckles smile smiling lips beard bearded mustache moustache makeup skin blonde blond brunette redhead eyebrows eyelashes cheeks
  pigtails braids hairstyle wrinkles волосы волос волосами волосах глаза глаз глазами лицо лица лицом веснушки веснушками улыбка улыбкой улыбается губы губами борода
  бородой усы усами макияж макияжем кожа кожей блондинка брюнетка кудри кудрями коса косой косички косичками прическа прической морщины морщинами ресницы ресницами щеки`.split(
    /\s+/,
  ),
)

/** Words that announce letters: "the word LOVE", «слово «мама»». */
export const letteringWords = new Set(
  'word words text letter letters phrase number numbers слово слова текст буква буквы фраза цифра цифры'.split(' '),
)

/** Styles and techniques that the engine hasn't. They qualify a picture and are never its subject. */
export const lookWords = `anime, anime style, manga style, cartoon, cartoon style, ghibli, studio ghibli, pixar, disney, disney style, oil painting, oil on canvas, oil paint, in oil, gouache, acrylic,
  acrylic painting, charcoal, charcoal drawing, pencil colors!, colored pencil, crayon, chalk, 3d, cgi, cel shaded, claymation, stop motion, impressionism, impressionist, expressionism, expressionist, renaissance,
  baroque, rococo, art deco, art nouveau, steampunk, dieselpunk, solarpunk, gothic, retro, brutalist, bauhaus, isometric, pop art, street art style, ukiyo e, futuristic, modern, contemporary, scandinavian, rustic, boho, classic, classical, traditional, sci fi, science fiction,
  film grain, film noir style, analog, polaroid, kodak, vhs, super 8, fisheye, wide lens, anamorphic, tilt shift style, double exposure, silhouette style, tiny planet style, comic style, comic book style, manga, national geographic, imax,
  аниме!, манга, мультяшный, мультик, мультфильм, пиксар, дисней, гибли!, студия гибли, масло!, маслом!, холст, холсте!, гуашь, гуашью!, акрил, акрилом!, уголь!, углём!, мелк|, мелками!,
  импрессионизм, импрессионист, экспрессионизм, ренессанс, барокко!, рококо!, ар деко, модерн, стимпанк, готический, готика, ретро!, изометрия, изометрический, поп арт, футуристичный, футуристический, современный, скандинавский, классический,
  традиционный, научная фантастика, фантастика, плёнк|а, плёночный, полароид, рыбий глаз, двойная экспозиция, комикс, в стиле комикса, мозаика, витраж, пластилин, пластилиновый, глиняный, фреска, 3д!`

/** Camera work without a meaning of its own, and what things do: never a subject, and nothing to report. */
export const cameraWork = `handheld, hand held, steadicam, gimbal, dolly, dolly shot, crane shot, fpv, fpv drone, gopro, pov, pov shot, b roll, jib, whip pan, rack focus, follow shot, following shot,
  camera follows, camera following, following camera, shot on, shot with, one take, single take, take!, tracking, dutch angle, eye level, slow mo, slowmo, speed ramp, time warp, camera move, camera movement, camera motion, camera pushes, camera rises, camera tracks, camera descends,
  camera approaches, opening shot, closing shot, filmed, filming, съёмка, замедленная съёмка, съёмка с рук, ускоренная съёмка, кинематографичная съёмка, с квадрокоптера, квадрокоптер, коптер, проводка, проезд, пролёт,
  пролетает!, пролетаем!, отъезжает!, подъезжает!, приближается!, удаляется!, камера следует, следует!, следит!, скользит!, скользят!, поднимается!, опускается!, медленно движется, слоу мо, слоумо!, рапид, таймлапс, гиперлапс, стедикам, от первого лица,
  одним кадром, садится!, садятся!, бьются!, бьётся!, шумит!, шумят!, спит!, спят!, цветёт!, цветут!, цветущий, кружит!, кружат!, кружится!, кружатся!, льётся!, льются!, танцует!, прыгает!, играющий, бегает!, скачет!, ползёт!, светает!,
  катится!, сверкает!, сверкают!, развевается!, исчезает!, появляется!, накатывают!, накатывает!, разбиваются!, проплывает!, проплывают!, проносится!, мчится!, едет!, едут!, ест!, пьёт!, поёт!, держит!, выходит!, уходит!, sleeping, sleeps, asleep, sleep, running, jumping, jumps, dancing, rides!,
  speeding, rushing, racing, breaking, lapping, rippling, ripple, lying, waits!, waiting, hiking, strolling, wandering, exploring, climbing, sails!, glides!, pans across!, sweeping, sweeps, revealing, reveals, reveal, ultra realistic, ultra detailed, hyper detailed, hyper realistic, 4k, 8k, k, ultra hd, full hd, high detail, highly detailed, wallpaper, desktop wallpaper, phone wallpaper,
  portrait orientation, portrait mode, portrait format, portrait aspect, landscape orientation, high definition, without text`
