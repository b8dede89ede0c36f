import type { Templates } from './template-names.ts'

export const en: Templates = {
  example: `Title: The keeper and the fox

EXT. LIGHTHOUSE - DUSK

A lighthouse above the sea. A storm is coming.

INT. LIGHTHOUSE STAIRS - NIGHT

The keeper climbs the stairs with a lamp.

KEEPER
One hundred and twelve steps. Every night.

EXT. LIGHTHOUSE - NIGHT

Rain. A small fox waits at the door.

FOX
Yip.

KEEPER
And who might you be?

INT. LIGHTHOUSE KITCHEN - NIGHT

The fox sleeps by the stove. The keeper counts the ships.

NARRATOR
That winter, nobody was alone.

EXT. LIGHTHOUSE - DAWN

The sea is quiet. Two shadows walk along the beach.`,
  drafts: {
    place: {
      seconds: 30,
      readsAloud: false,
      script: `Title: {idea}

EXT. [THE PLACE] - DAWN

[The first thing that is seen from far away]

NARRATOR
There is a place where [what makes it special].

EXT. [A PATH NEARBY] - DAY

[People who come here, and what they do]

NARRATOR
People come here for [reason].

INT. [A ROOM OR A CORNER] - DAY

[A detail that visitors remember]

EXT. [THE PLACE] - DUSK

[The lights go on]

NARRATOR
{idea}.`,
    },
    product: {
      seconds: 30,
      readsAloud: false,
      script: `Title: {idea}

INT. [A KITCHEN, AN OFFICE, A STREET] - DAY

[Somebody has a small problem every day]

NARRATOR
You know this: [the problem in five words].

[The product appears on the table]

NARRATOR
Meet {idea}.

[One hand shows how it works]

NARRATOR
It [what it does], so you [what you gain].

EXT. [OUTSIDE] - DAY

[The same person, with time for something better]

NARRATOR
[Name of the product]. [Where to get it].`,
    },
    poem: {
      seconds: 30,
      readsAloud: true,
      script: `Title: {idea}

[The first line of the poem]

[The second line]

[The third line]

[The fourth line]

[A picture without words]

[The last line]`,
    },
    explainer: {
      seconds: 60,
      readsAloud: false,
      script: `Title: {idea}

INT. [A PLAIN ROOM] - DAY

[A question mark, or the thing itself]

NARRATOR
{idea}: how does it work?

[Step one, as simple as it can be]

NARRATOR
First, [what happens].

[Step two]

NARRATOR
Then, [what changes].

[Step three]

NARRATOR
At the end, [the result].

[Everything in one picture]

NARRATOR
That is all. Remember: [one sentence].`,
    },
    greeting: {
      seconds: 15,
      readsAloud: false,
      script: `Title: {idea}

INT. [A FESTIVE ROOM] - DUSK

[Candles, balloons, or snow behind the window]

NARRATOR
Dear [name], today is your day.

EXT. [A PLACE THAT BOTH OF YOU KNOW] - DAY

[A memory that you share]

NARRATOR
I remember [what you did together].

[Everything lights up]

NARRATOR
{idea}. With love, [your name].`,
    },
    recipe: {
      seconds: 60,
      readsAloud: false,
      script: `Title: {idea}

INT. KITCHEN - DAY

[All ingredients on the table]

NARRATOR
{idea}. You need [ingredients].

[Hands cut and mix]

NARRATOR
First, [step one].

[The pan, the oven, or the bowl]

NARRATOR
Then, [step two], for [time].

[The finished dish, close]

NARRATOR
Serve with [what goes with it]. Enjoy.`,
    },
    trailer: {
      seconds: 30,
      readsAloud: false,
      script: `Title: {idea}

EXT. [A WIDE LANDSCAPE] - DAWN

[Nothing moves]

NARRATOR
In a world where [the usual state of things]…

INT. [WHERE THE HERO LIVES] - NIGHT

[The hero looks up]

[HERO]
I have to go.

EXT. [THE DANGER] - DUSK

[Something large moves in the fog]

NARRATOR
[One sentence that makes everyone curious].

[Black. Then the title]

NARRATOR
{idea}.`,
    },
    day: {
      seconds: 30,
      readsAloud: false,
      script: `Title: {idea}

EXT. [A PLACE] - DAWN

[The first light, nobody is awake]

EXT. [THE SAME PLACE] - DAY

[Everything is busy]

NARRATOR
{idea}.

EXT. [THE SAME PLACE] - DUSK

[People go home]

EXT. [THE SAME PLACE] - NIGHT

[One window is lit]

NARRATOR
Good night, [name].`,
    },
  },
}
