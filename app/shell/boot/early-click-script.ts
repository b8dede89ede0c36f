/** Name of the event dispatched on the document after hydration. */
export const hydratedEvent = 'quartet:live'

/** Attributes of a form: React does not handle it yet, and it was submitted meanwhile. */
export const unhydratedForm = 'data-unhydrated'
export const submittedEarly = 'data-submitted'

/** Milliseconds after which a click is forgotten, because its effect would be a surprise. */
const forgetAfterMs = 10_000

/** Milliseconds between checks, because lazy parts are hydrated some time after the page. */
const recheckMs = 50

/** Signs of use that count for `first-touch.ts` although they come before its module. */
const earlySigns = ['pointerdown', 'keydown', 'touchstart', 'click', 'input']

/**
 * Returns the script that keeps the last click on a button before hydration and repeats it afterwards: on a slow phone, buttons are visible
 * seconds before they work. Links work without hydration. A submitted form is only marked, and submits itself once React handles it,
 * however late: it looks busy until then. The source is self-contained, because no bundle is loaded yet.
 * The click is hidden from React, which would replay it too if it hydrated at that moment. A part that is still loading when the page is
 * hydrated gets its click later: React stops an event at the document while the part is not hydrated, or lets it pass unhandled while it
 * renders the part. The click is repeated until one reaches the button with React's own mark on it (`__reactProps`). A click that the page
 * itself prevents, as after a long press, is not repeated.
 */
export function earlyClickScript(): string {
  return `(()=>{for(let s of ${JSON.stringify(earlySigns)})addEventListener(s,()=>{window.isTouched=true},{capture:true,passive:true,once:true});addEventListener('submit',e=>{let p=e.target;if(p.hasAttribute(${JSON.stringify(unhydratedForm)})){e.preventDefault();e.stopImmediatePropagation();p.setAttribute(${JSON.stringify(submittedEarly)},'')}},true);let d=document,b,t,n=()=>performance.now(),h=p=>Object.keys(p).some(k=>k.startsWith('__reactProps')),f=e=>{let p=e.target.closest&&e.target.closest('button[type="button"]');return p&&!p.disabled&&!e.ctrlKey&&!e.metaKey&&e.isTrusted?p:null},o=()=>b&&b.isConnected&&n()-t<${forgetAfterMs},g=p=>{let s=false,l=()=>{s=h(p)};p.addEventListener('click',l);return()=>{p.removeEventListener('click',l);return s}},w=p=>{if(b===p&&o()){if(h(p)){let u=g(p);p.click();if(u())return void(b=null)}setTimeout(w,${recheckMs},p)}},k=e=>{let p=f(e);if(p){e.stopImmediatePropagation();b=p;t=n()}};addEventListener('click',k,true);d.addEventListener(${JSON.stringify(hydratedEvent)},()=>{removeEventListener('click',k,true);addEventListener('click',e=>{let p=f(e);if(p){let u=g(p),m=n();setTimeout(()=>{if(!u()&&!e.defaultPrevented){let s=b!==p||!o();b=p;t=m;s&&setTimeout(w,${recheckMs},p)}})}},true);if(o())w(b)},{once:true})})()`
}
