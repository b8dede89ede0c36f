import { driveAudio } from './audio.ts'
import { startPage } from './page.ts'

startPage(driveAudio)
