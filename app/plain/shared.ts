import { driveAudio } from './audio.ts'
import { startPage } from './page.ts'
import { driveVideos } from './video.ts'

startPage(driveAudio, driveVideos)
