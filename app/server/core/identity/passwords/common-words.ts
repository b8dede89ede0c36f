/** Words found in most guessed passwords, alone or with a few digits and symbols. */
const latin =
  `123qweasdzxc 1q2w3e 1qaz abc123 abcd access admin administrator adminadmin america andrew angel anthony apple arsenal asdasd asdf
  asdfghjkl ashley babygirl bailey banana barcelona baseball basketball batman benjamin bigdaddy blahblah blessed blink182 brandon
  butterfly california caroline catherine champion changeme charlie charlotte chelsea cheese chicago chicken chocolate christian
  christina christine christmas christopher cocacola computer cowboys creative dallas daniel danielle default destiny diamond
  dolphin dragon elephant elizabeth eminem everton facebook family fender ferrari flower football forever forgetit freedom friends
  fuckyou fuckyou2 gabriel george ginger goodluck google hannah happiness harley heather hello helloworld hockey hunter iloveu
  iloveyou iloveyou2 ilovemyself internet jackson jasmine jennifer jessica jesuschrist jonathan jordan joseph joshua junior justin
  kitty kristina lakers letmein letmeinnow linkinpark liverpool london loveme lovelove lovely loveyou machine madison maggie
  manchester master masterkey matrix matthew melissa mercedes metallica michael michelle mickey midnight minecraft monkey monster moscow
  mountain mustang mylove mypassword myspace mynameis natalie nathan newyork nicholas nicole ninja nothing oliver p@ssw0rd pass
  passpass passw0rd passwd password passwordpassword patrick peanut penguin pepper phoenix player pokemon popcorn prince princess
  private purple qazwsx qwe qweasd qweasdzxc qweqwe qwer qwert qwerty qwertyqwerty qwertyui qwertyuiop rainbow ranger raymond
  rebecca richard robert rockstar root samantha samsung samurai scooter secret secretpassword secure shadow silver skateboard
  slipknot snoopy snowball soccer softball sparky spiderman spongebob starwars stephanie strawberry summer sunflower sunshine
  superman superstar sweetheart sweetie system taylor temp test testing testtest thomas thunder tigger tinkerbell trustno1 tweety
  twilight undertaker unicorn unknown user username vanessa victoria warcraft welcome welcome1 whatever william windows winston
  winter wonderful yankees zaq1 zaq12wsx zaq1xsw2 zxcasdqwe zxcvbn zxcvbnm
  parol lubov solnishko privet rossiya`.split(/\s+/)

const russian = `пароль привет йцукен йцу любовь люблю люблютебя ятебялюблю любимая любимый солнышко солнце зайка зайчик котик котенок малыш
  малышка принцесса королева ангел демон дьявол наташа наталья максим россия марина спартак зенит динамо локомотив никита александр
  александра анастасия настя екатерина катя владимир дмитрий дима сергей серега андрей алексей алеша михаил миша иван ваня николай
  коля павел паша роман рома артем кирилл денис антон виктор виктория вика юлия юля ольга оля елена лена ирина ира татьяна таня
  светлана света анна аня мария маша маруся дарья даша ксения ксюша полина алина кристина валентина людмила галина надежда вера
  евгений женя игорь олег вадим руслан тимур данил данила егор илья матвей семен степан ярослав администратор пользователь секрет
  секретно доступ неважно самсунг москва питер ленинград екатеринбург новосибирск казань сибирь украина беларусь родина победа
  свобода счастье удача здоровье мечта жизнь смерть вечность семья мама папа мамочка бабушка дедушка сестренка братишка подруга
  друзья собака кошка тигр волк медведь лошадь дельфин дракон цветок роза ромашка звезда звездочка весна лето осень зима январь
  февраль апрель июнь июль август сентябрь октябрь ноябрь декабрь понедельник пятница футбол хоккей музыка компьютер интернет
  телефон машина мерседес феррари шоколад конфета клубника печенька пельмени водка пивасик хозяин начальник бухгалтерия бухгалтер
  работа школа универ студент учитель мастер чемпион король бандит ниндзя хакер вконтакте одноклассники яндекс сбербанк тест
  тестовый проверка временный новыйпароль мойпароль иванов петров сидоров смирнов кузнецов попов парольпароль приветпривет домашний`.split(
  /\s+/,
)

/** The Latin key of each Russian letter, and its transliteration. */
const keys = Object.fromEntries(
  [...'йцукенгшщзхъфывапролджэячсмитьбюё'].map((letter, at) => [letter, "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"[at] ?? '']),
)
const letters = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:c ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:u я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
)
const spell = (word: string, alphabet: Record<string, string>) => [...word].map((letter) => alphabet[letter] ?? letter).join('')

/** Common words of each language, most common first; Russian words as written, as typed on a Latin keyboard, and transliterated. */
export const commonWords = [
  ...new Set([...latin, ...russian, ...russian.map((word) => spell(word, keys)), ...russian.map((word) => spell(word, letters))]),
]
