import { expect, it } from 'vitest'
import { asksForMusic, asksForNoise, asksForSpeech } from './other-medium.ts'

it.each([
  'an upbeat rock song about summer',
  'a slow sad piano tune',
  'Compose a slow piano melody',
  'please write me a happy birthday song',
  'Can you make a lullaby for my daughter?',
  'I want a rock ballad about the sea',
  'lo-fi beats to study to',
  'an 80s synth-pop track',
  'smooth jazz for a rainy evening',
  'some heavy metal',
  'a hip-hop beat',
  'drum and bass music that makes people dance',
  'A song about how we met',
  'epic orchestral soundtrack for a game',
  'весёлая рок-песня про лето',
  'веселая рок песня про лето',
  'Весёлая песня о лете!',
  'сочини грустную мелодию',
  'напиши мне песню про кота',
  'Напишите, пожалуйста, весёлую песенку для детей',
  'спой колыбельную',
  'хочу спокойную музыку для медитации',
  'мне нужен бит в стиле хип-хоп',
  'тяжёлый рок',
  'инди-рок о дороге домой',
  'рок-н-ролл',
  'спокойный лоу-фай для учёбы',
  'поп-баллада о любви',
  'саундтрек к игре',
  'немного джаза',
  'задорный марш',
  'песня о том, как мы встретились',
  'можешь сочинить вальс?',
])('a description of music is recognized in the speech model: %s', (prompt) => {
  expect(asksForMusic(prompt)).toBe(true)
  expect(asksForMusic(prompt.normalize('NFD')), 'with marks written apart').toBe(true)
})

it.each([
  'The music was loud last night.',
  'The song about summer was loud.',
  'She loves this song.',
  'We wrote a song.',
  'Write a text about music',
  'song lyrics',
  'I love you',
  'My house has a red roof.',
  'The rock fell into the sea',
  'Good morning. Music is next.',
  'The quick brown fox jumps over the lazy dog.',
  'Track your order on our website',
  'Welcome aboard',
  'Она любит эту песню.',
  'Музыка играет всё громче',
  'Песня льётся над рекой',
  'Джаз — это свобода',
  'История музыки начинается в древности',
  'Мы сочинили песню',
  'Я люблю музыку',
  'Добрый вечер, дамы и господа',
  'Тема урока',
  'Рок судьбы',
  'Текст песни',
  'Говорит Москва',
  'Дом стоит на горе',
  '',
])('a text to be read aloud is no request for music: %s', (text) => expect(asksForMusic(text)).toBe(false))

it.each([
  'Say: good morning, Vietnam',
  'Read aloud the following',
  'Please read this to me',
  'Voice over: our story begins here',
  'Narrator: once upon a time',
  'A calm male voice says good night',
  'прочитай это вслух',
  'Прочитайте, пожалуйста, объявление',
  'Озвучить: поезд отправляется',
  'скажи «доброе утро»',
  'Диктор: говорит Москва',
  'текст для озвучки: добро пожаловать',
  'спокойный женский голос читает сказку',
  'The council met on Monday to discuss the new plan. '.repeat(6),
])('a text to be read aloud is recognized in the music model: %s', (prompt) => {
  expect(asksForSpeech(prompt)).toBe(true)
  expect(asksForSpeech(prompt.normalize('NFD')), 'with marks written apart').toBe(true)
})

it.each([
  'Calm piano, a little sad, slow',
  'saying goodbye, melancholic strings',
  'readiness, drums',
  'choir of deep voices',
  'спокойное пианино и женский голос',
  'диктофонный шум, эмбиент',
  'весёлая рок-песня про лето',
  'читальный зал, тихая музыка',
])('a description of music is no text to be read aloud: %s', (prompt) => expect(asksForSpeech(prompt)).toBe(false))

it.each([
  'sound of rain',
  'rain sounds',
  'birds singing',
  'dog barking',
  'whoosh sound effect',
  'шум дождя',
  'пение птиц',
  'лай собаки',
  'звук двигателя',
])('a noise is recognized: %s', (prompt) => expect(asksForNoise(prompt)).toBe(true))

it.each([
  'The rain sounds nice today.',
  'Birds sing at dawn.',
  'Шум дождя успокаивает.',

  'Hello',
  'Привет, как дела?',
  'waves of people came',
])('a text to read is no noise: %s', (prompt) => expect(asksForNoise(prompt)).toBe(false))
