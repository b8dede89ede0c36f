// Comments and test names are plain English: a comment starts with its subject or a verb, a test name states its subject, and the field's
// own terms are used.

/** A comment that starts with one of these puts its subject last. */
const inverted = /^(?:What|Who|Whoever|Whatever|So|Where it)\b/

/** Private vocabulary, with the usual term. */
const glossary = [
  [/\bhouses?\b/i, 'codebase'],
  [/\bearly press(?:es)?\b/i, 'click before hydration'],
  [/\bpages? lives?\b/i, 'is hydrated, is interactive'],
  [/\b(?:told|tells)\b/i, 'reports, returns, notifies'],
  [/\bill\b/i, 'unhealthy, failing'],
  [/\bbegun\b/i, 'started'],
  [/\b(?:go|goes|gone|deleted) for good\b/i, 'deleted permanently'],
  [/\bstand(?:s|ing)? beside\b/i, 'next to'],
  [/\banew\b/i, 'again'],
  [/\bruns?['’]s? li(?:fe|ves)\b/i, 'lifecycle'],
  [/\btaken back\b/i, 'reversed, withdrawn'],
  [/\bwhoever\b/i, 'anyone who, clients that'],
]

/** Whether a file may name buildings, because engine code draws them. */
const drawsHouses = (path) => /(?:^|\/)engine\//.test(path)

/** Returns the reason why this text is not plain English, or undefined. `text` is a comment without its markers, or a test's name. */
export function findPrivateWords(text, path = '') {
  for (const [pattern, better] of glossary) {
    if (better === 'codebase' && drawsHouses(path)) continue
    const found = pattern.exec(text)
    if (found) return `“${found[0]}” is private vocabulary: ${better}.`
  }
  return undefined
}

/** Returns the reason why a comment may not start like this, or undefined. */
export function findInvertedStart(text) {
  const found = inverted.exec(text)
  return found ? `A comment starts with its subject or a verb, not with “${found[0]}”.` : undefined
}

/** Words at the start of a test name whose subject is in the title around it; reports and searches show the name alone. */
const withoutSubject = /^(?:that|which|whose|it|its|they)\b|^of (?!\d|two\b|parallel\b|simultaneous\b)/i

/** Verbs that are neither nouns nor adjectives, so that a name starting with one has no subject. */
const bareVerbs = [
  'am|are|can|cannot|could|did|do|does|had|has|have|is|may|must|shall|should|was|were|will|would',
  'accepts|adds|admits|allows|appends|applies|asks|avoids|becomes|begins|brings|builds|carries|catches|chooses|clears|closes|compares',
  'computes|connects|contains|continues|converts|creates|decides|decodes|deletes|delivers|describes|detects|discards|distinguishes|draws',
  'emits|encodes|enforces|ensures|escapes|expires|explains|fails|fetches|fills|finishes|follows|forbids|forgets|gets|gives',
  'goes|handles|hides|ignores|includes|inserts|joins|keeps|knows|lets|loads|loses|makes|maps|merges|needs|normalizes|notifies|omits|opens',
  'paints|parses|performs|picks|prefers|prevents|produces|protects|provides|puts|raises|reads|receives|recognizes|recovers|refuses',
  'rejects|remembers|removes|renders|replaces|resolves|respects|restores|resumes|retains|returns|reveals|reverses|says|selects|sends|serves',
  'shows|shrinks|skips|speaks|spends|stays|stops|strips|suggests|supports|survives|takes|throws|treats|understands|validates|verifies',
  'warns|wraps|writes|yields',
  'accept|add|allow|avoid|become|create|detect|emit|ensure|fail|find|forbid|get|give|handle|hide|ignore|keep|make|omit|parse|prevent|put',
  'refuse|reject|remove|render|restore|return|send|show|skip|take|throw|try|validate|verify|write',
].join('|')
const bareVerb = new RegExp(`^(?:(?:also|always|correctly|never|only|not) )?(?:${bareVerbs})\\b`, 'i')

/** Matches a subordinate clause without a main clause, which a comma would separate. */
const loneClause = /^(?:although|because|if|unless|when|while)\b[^,]*$/i

/** Returns the reason why a test name is no complete sentence, or undefined. */
export function findTestFragment(name) {
  const missing = withoutSubject.exec(name) ?? bareVerb.exec(name)
  if (missing) return `A test name states its own subject, instead of starting with “${missing[0].trim()}”.`
  if (loneClause.test(name)) return 'A test name has a main clause, which a comma divides from the condition.'
  if (name.trim().split(/\s+/).length < 3) return 'A test name is a sentence that states a guarantee.'
  return undefined
}

/** Words that the interface does not use, with the product's own word for the concept. Example prompts are exempt. */
const interfaceGlossary = {
  en: [
    [/\be-mails?\b/i, 'email'],
    [/\bletters?\b/i, 'email'],
    [/\bpictures?\b/i, 'image'],
    [/\brecordings\b/i, 'audio'],
    [/\bkept\b/i, 'saved, stored'],
    [/\bbegun\b/i, 'started'],
    [/\banew\b/i, 'again'],
    [/\bfor good\b/i, 'permanently'],
    [/\bcancell?ed\b(?<!canceled)/i, 'canceled'],
    [/\b(?:fav|col)our/i, 'American spelling'],
    [/\bcannot\b|\b(?:does|did|could|was) not\b/i, 'a contraction'],
    [/\bwhoever\b/i, 'anyone who'],
    [/\bset aside\b/i, 'reserved'],
    [/\btaken? back\b/i, 'deleted, reversed, canceled'],
    [/\bstands? beside\b/i, 'next to'],
    [/\b(?:your|a|this|these|# |the) works?\b/i, 'result'],
    [/\b(?:yourself|your) words\b|\bthese words\b/i, 'prompt, text'],
    [/\boperator\b/i, 'administrator'],
    [/\bbrought\b/i, 'uploaded'],
    [/\bgoes on\b/i, 'continues'],
    [/\bpretend/i, 'test mode'],
    [/\bshall\b/i, 'will'],
    [/\b(?:some|no|every)body\b/i, 'someone, no one, everyone'],
    [/\bone press\b/i, 'a plain verb'],
    [/\bgenerate\b/i, 'create'],
    [/\bMake (?:an? )?(?:video|image|text|audio)/, 'Create'],
    [/(?<![\d,.])0 tokens\b/i, 'free'],
    [/(?:colour|\bgrey\b|kilometre|favourite|cancelled|rouble|\bcentre\b)/i, 'American spelling'],
  ],
  ru: [
    [/картин(?:к|ы|у)/i, 'изображение'],
    [/подписк/i, 'тариф'],
    [/понарошку/i, 'тестовый режим'],
    [/не вышло/i, 'ошибка, не удалось'],
    [/(?<![а-яё])работ(?:ы|у|е|ой|ам|ами|ах)?(?![а-яё])/i, 'результат, запуск'],
    [/(?<![а-яё])бесед/i, 'чат'],
    [/поставщик/i, 'провайдер'],
    [/оператор/i, 'администратор'],
    [/ключ[а-яё]* API/i, 'API-ключ'],
    [/двухфакторн[а-яё]+ вход/i, 'двухфакторная аутентификация'],
    [/(?<![а-яё])отложен/i, 'зарезервировано'],
    [/ради безопасности/i, 'в целях безопасности'],
    [/ваши слова/i, 'запрос'],
    [/сгенерир/i, 'создать'],
    [/запуск не удался/i, 'не получилось'],
    [/будут пропущены/i, 'пропустим'],
  ],
}

/** Terms that contain such a word. */
const acceptedTerms = /picture in picture|картинка в картинке|видео, картинки, звук и тексты/gi
const exampleIds = /^example\.|\.placeholder$|^understood\./

/** Returns the reason why a message of a catalog is not acceptable, or undefined. */
export function findForbiddenString(text, locale, id) {
  if (exampleIds.test(id)) return undefined
  const plain = text.replaceAll(acceptedTerms, '').replaceAll(/\{\w+\}/g, '')
  for (const [pattern, better] of interfaceGlossary[locale]) {
    const found = pattern.exec(plain)
    if (found) return `“${text}”: instead of “${found[0]}” write ${better}.`
  }
  return undefined
}

/** Words of the glossary that are no names. Names of stored and published values, with underscores, stay as they are. */
const privateName = /^(?:told|tells|begun|brought|anew)(?![a-z_])|(?:Told|Begun|Brought|Anew)(?![a-z_])/

/** Returns the reason why an identifier is not plain English, or undefined. */
export function findPrivateName(name) {
  const found = privateName.exec(name)
  return found ? `“${found[0]}” in “${name}” is private vocabulary: see the glossary of this rule.` : undefined
}

const plain = (comment) => comment.value.replace(/^[\s*!/]+/, '').replace(/\n\s*\*\s?/g, '\n')

/** Whether a line comment continues the sentence of the one directly before it. */
const continues = (comment, previous) =>
  comment.type === 'Line' && previous?.type === 'Line' && comment.loc.start.line === previous.loc.end.line + 1

const testFunctions = new Set(['test', 'it', 'describe'])

/**
 * Returns the name of the function at the root of `test(…)`, `test.only(…)`, `test.each(…)(…)`; Playwright's `test.describe` counts as
 * `describe`.
 */
function testFunction(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return callee.property.name === 'describe' ? 'describe' : testFunction(callee.object)
  if (callee.type === 'CallExpression') return testFunction(callee.callee)
  return undefined
}

const rule = {
  meta: { type: 'suggestion' },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    return {
      Program() {
        let previous
        for (const comment of context.sourceCode.getAllComments()) {
          const text = plain(comment)
          const message = (continues(comment, previous) ? undefined : findInvertedStart(text)) ?? findPrivateWords(text, path)
          if (message) context.report({ loc: comment.loc, message })
          previous = comment
        }
      },
      Identifier(node) {
        const message = findPrivateName(node.name)
        if (message) context.report({ node, message })
      },
      CallExpression(node) {
        if (!/\.(?:test|spec)\.tsx?$/.test(path)) return
        const callee = testFunction(node.callee)
        const [title] = node.arguments
        if (!callee || !testFunctions.has(callee)) return
        const text =
          title?.type === 'Literal' && typeof title.value === 'string'
            ? title.value
            : title?.type === 'TemplateLiteral'
              ? title.quasis.map(({ value }) => value.raw).join('…')
              : undefined
        if (text === undefined) return
        const message =
          findInvertedStart(text.charAt(0).toUpperCase() + text.slice(1)) ??
          (callee === 'describe' ? undefined : findTestFragment(text)) ??
          findPrivateWords(text, path)
        if (message) context.report({ node: title, message })
      },
    }
  },
}

export default { meta: { name: 'plain-english' }, rules: { prose: rule } }
