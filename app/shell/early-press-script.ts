/** Sent to the document once the page lives. */
export const liveEvent = 'quartet:live'

/** A press that has waited longer comes as a surprise. */
const forgetAfterMs = 10_000

/**
 * Keeps the last press of a button that came before the page lived, and carries it out as soon as it does: on a slow phone what is in
 * sight can be pressed seconds before anything listens. Links, and what submits a form, work by themselves.
 * Written in words that need no bundle. The press is kept from React, which would carry it out too if it hydrated just then.
 */
export function earlyPressScript(): string {
  return `(()=>{let d=document,b,t,k=e=>{let p=e.target.closest&&e.target.closest('button[type="button"]');if(p&&!e.ctrlKey&&!e.metaKey&&e.isTrusted){e.stopImmediatePropagation();b=p;t=performance.now()}};addEventListener('click',k,true);d.addEventListener(${JSON.stringify(liveEvent)},()=>{removeEventListener('click',k,true);if(b&&b.isConnected&&performance.now()-t<${forgetAfterMs})b.click()},{once:true})})()`
}
