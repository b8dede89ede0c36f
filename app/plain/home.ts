import { driveAudio } from './audio.ts'
import { keepDemo } from './demo.ts'
import { playAmbientFilm, playFilmsOnHover } from './film.ts'
import { writeKeyPoints } from './key-points.ts'
import { startPage } from './page.ts'
import { handOverPrompt } from './prompt.ts'

startPage(keepDemo, handOverPrompt, playAmbientFilm, playFilmsOnHover, driveAudio, writeKeyPoints)
