/** Shared by the inline script of the document and the app: one guard decides about every reload after a lost chunk. */
export type ChunkGuard = {
  /** Returns true once in ten seconds per path; false without storage, where nothing could stop a reload loop. */
  claim(path: string): boolean
  /** Reloads the page, or shows the notice that it is incomplete. Returns whether it reloads. */
  lose(): boolean
  /** Whether a script of the first load failed, so that the page must not be hydrated. */
  isLost: boolean
  /** Whether the app is hydrated and handles lost chunks itself. */
  isTaken: boolean
}

export const incompleteNoticeId = 'incomplete'

const storageKey = 'chunk-reload'
const guardMs = 10_000

/**
 * Returns the script that handles chunks lost before the app is hydrated, including its entry; it therefore needs no bundle. A stylesheet
 * blocks this script until it has loaded or failed, so a failed one is found without an event. The router reloads the page itself for
 * errors with a known message; this guard gives them another message and decides about the reload.
 */
export function chunkGuardScript(): string {
  return `(()=>{let w=window,d=document,k=${JSON.stringify(storageKey)},r=0,g=w.chunkGuard={isLost:false,isTaken:false,claim(p){try{let n=Date.now(),s=sessionStorage,c=(s.getItem(k)||'').split('\\n').filter(x=>Math.abs(n-parseInt(x))<${guardMs});if(c.some(x=>x.slice(x.indexOf(' ')+1)===p))return false;s.setItem(k,[...c,n+' '+p].join('\\n'));return true}catch{return false}},lose(){if(!r){r=navigator.onLine!==false&&g.claim(location.pathname)?2:1;if(r>1)location.reload();else{let f=()=>{let n=d.getElementById(${JSON.stringify(incompleteNoticeId)});if(n)n.hidden=false};if(d.readyState==='loading')d.addEventListener('DOMContentLoaded',f);else f()}}return r>1}},c=d.querySelector('link[rel="stylesheet"]');w.addEventListener('error',e=>{let t=e.target;if(g.isTaken||!t||!t.tagName)return;if(t.tagName==='SCRIPT'&&t.type==='module'){g.isLost=true;g.lose()}else if(t.tagName==='LINK'&&t.rel==='stylesheet')g.lose()},true);w.addEventListener('vite:preloadError',e=>{let p=e.payload;if(p)p.message='Lost chunk: '+p.message;if(g.isTaken)return;g.isLost=true;if(g.lose())e.preventDefault()});if(c&&!c.sheet)g.lose()})()`
}
