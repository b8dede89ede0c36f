import {
  cancelMakeCall,
  changeFilmCall,
  createFilmCall,
  deleteFilmCall,
  getFilmCall,
  listFilmsCall,
  listFilmTakesCall,
  makeFilmCall,
  quoteFilmCall,
  redoFilmCall,
  restoreFilmCall,
  splitScriptCall,
  undoFilmCall,
} from '#app/contract/films/films.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listFilms = reads.handler(send(listFilmsCall))
export const getFilm = reads.handler(send(getFilmCall))
export const createFilm = changes.handler(send(createFilmCall))
export const changeFilm = changes.handler(send(changeFilmCall))
export const undoFilm = changes.handler(send(undoFilmCall))
export const redoFilm = changes.handler(send(redoFilmCall))
export const deleteFilm = changes.handler(send(deleteFilmCall))
export const restoreFilm = changes.handler(send(restoreFilmCall))
export const splitScript = changes.handler(send(splitScriptCall))
export const quoteFilm = changes.handler(send(quoteFilmCall))
export const makeFilm = changes.handler(send(makeFilmCall))
export const cancelMake = changes.handler(send(cancelMakeCall))
export const listTakes = reads.handler(send(listFilmTakesCall))
