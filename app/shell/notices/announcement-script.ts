/** Names the announcements that this browser has dismissed, the latest last. */
export const dismissedKey = 'quartet-announcements'

const maxRemembered = 30

/** Reads the stored list; an invalid value counts as empty. */
export function parseDismissed(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const withDismissed = (stored: string | null, id: string): string =>
  JSON.stringify([...parseDismissed(stored).filter((one) => one !== id), id].slice(-maxRemembered))

/**
 * Returns the script that follows the strip of notices in server-rendered HTML. It hides what was dismissed or has ended since the page was
 * cached, before the first paint, and lets people dismiss and open the strip on pages without the framework, where it also shows times in
 * the local zone.
 * Equivalent to the functions above (a test compares them), but self-contained, so pages without announcements load none of it.
 */
export function announcementScript(): string {
  const key = JSON.stringify(dismissedKey)
  return `(()=>{let d=document,b=d.currentScript.previousElementSibling,m=b.querySelector('[data-more]'),u=()=>{if(!m)return;let n=[...b.querySelectorAll('[data-bar]')].filter(e=>!e.hidden).length-1;m.hidden=n<1;m.textContent=m.ariaExpanded==='true'?m.dataset.less:JSON.parse(m.dataset.more)[n]||''},p='plain' in d.documentElement.dataset,s=()=>{try{let l=JSON.parse(localStorage.getItem(${key})||'[]');return Array.isArray(l)?l.filter(i=>typeof i==='string'):[]}catch{return[]}},q=s();for(let e of b.querySelectorAll('[data-announcement]'))e.hidden=q.includes(e.dataset.announcement)||Date.parse(e.dataset.until)<=Date.now();u();if(p)for(let e of b.querySelectorAll('time'))e.textContent=new Date(e.dateTime).toLocaleString(d.documentElement.lang,{day:'numeric',month:'short',year:'numeric',hour:'2-digit',minute:'2-digit'});b.addEventListener('click',v=>{let c=v.target.closest('button');if(p&&c===m){let o=m.ariaExpanded!=='true';m.ariaExpanded=o+'';b.dataset.strip=o?'open':'closed';return u()}let e=c&&c.closest('[data-announcement]');if(!e)return;let i=e.dataset.announcement;try{localStorage.setItem(${key},JSON.stringify([...s().filter(o=>o!==i),i].slice(-${maxRemembered})))}catch{}e.hidden=true;u();d.querySelector('#content')?.focus()})})()`
}
