import { type AnswerWords, splitAtCommas } from '../answers.ts'

export const englishAnswers: AnswerWords = {
  yes: splitAtCommas(`
    yes, yeah, yep, yup, yea, yah, yess, aye, uh huh, mm hm, mm hmm, mhm, mmhmm, mm mhm, affirmative, absolutely, definitely, certainly, totally, surely,
    sure, sure thing, for sure, of course, okay, okie, okey dokey, okay then, all right, alright, right, that is right, you are right, correct, that is correct,
    this is correct, it is correct, true, that is true, exactly, precisely, indeed, fine, that is fine, it is fine, that will be fine,
    that is good, that is great, that is perfect, that is me, it is me, that would be me,
    that would be great, that would be good, that would be fine, that would be lovely, that would be perfect, great, perfect, good, very good, lovely, wonderful, excellent, fantastic, sounds good, sounds great,
    sounds fine, sounds perfect, that sounds good, that sounds great, that sounds fine, that works, that works for me, works for me, this works, it works, that will work,
    that will do, go ahead, please do, by all means, i agree, i agree to that, i agree with that, fine by me, fine with me, okay with me, okay by me, i confirm, i confirm that, i accept,
    i accept that, i consent, i understand and agree, i do agree, i do accept, i can confirm, i would like that, i would love to, i would like to, i would love that,
    i will be there, i can be there, i am coming, i will come, i can make it, i will do that, i will take it, we agree, we accept, we will be there,
    this is he, this is she, this is him, this is her, this is me, speaking, i am speaking, this is me speaking,
    no problem, no problem at all, not a problem, i do not mind, no objection, no objections, happy to, with pleasure, my pleasure, you bet, count me in, i am in, deal, agreed, confirmed, confirm,
    si, oui, ja, sim, haan, ji, da, نعم, أجل, हा, हां, हाँ, 是, はい`),
  statements: splitAtCommas(`
    i am, i do, i will, i can, i would, i did, i have, i want to, i want that, i want it, we are, we do, we will, we can, we would, it is, it does, it will,
    you can, you may, you are, let us do it, let us do that`),
  afterYes: splitAtCommas(`
    it was, it would, that is, that does, that would, you do, you did, you have, we have, that is the one, that one, do it, do that,
    i would like it, that is okay, that is all right, that is alright, it is okay, very much, one hundred percent, a hundred percent, 100 percent`),
  beforeEcho: splitAtCommas('this is, it is, i am, my name is, that is'),
  accentDoubts: [],
  polite: splitAtCommas(
    'please, thanks, thank you, thank you very much, thank you so much, thanks a lot, many thanks, sir, madam, maam, ma am, miss, mam, my friend, dear, cheers',
  ),
  fillers: splitAtCommas('um, uh, er, erm, oh, ah, hmm, hm, mm, mmm, and, so, well'),
  doubts: {
    denials: splitAtCommas(
      'no, not, never, nope, nah, none, nothing, nobody, neither, nor, without, hardly, wrong, stop, cancel, refuse, decline, quit, hate, leave, remove, cannot, already, dead, deceased, passed, unfortunately, kidding, joking, sarcasm, whatever, bye, goodbye, enough, mistake, incorrect, false, unsubscribe, instead',
    ),
    questions: splitAtCommas(
      'who, what, why, where, when, which, how, whose, whom, is this, are you, do you, can you, could you, would you, does it',
    ),
    conditions: splitAtCommas(
      'if, but, unless, except, only, until, wait, hold, depends, later, although, though, however, provided, once, after, before, otherwise, almost, or',
    ),
    thirdPersons: splitAtCommas(
      'he, she, him, her, his, hers, they, them, their, husband, wife, mother, father, mom, dad, mum, son, daughter, brother, sister, partner, girlfriend, boyfriend, roommate, neighbor, neighbour, boss, colleague, secretary, assistant, receptionist, nurse, carer, caretaker, friend, uncle, aunt, grandmother, grandfather, grandson, cousin, someone, somebody, anyone, tenant, kid, kids, child, children, behalf',
    ),
    hedges: splitAtCommas(
      'maybe, perhaps, might, guess, suppose, think, thought, probably, possibly, hope, hopefully, try, believe, kind, sort, somewhat, unsure, sure about, let me, could be, may be, should, would rather, usually, sometimes, said, told, heard, know, remember',
    ),
  },
  alternatives: splitAtCommas('or'),
  firstPersons: splitAtCommas('i, we, my, count me'),
  echoes: {
    you: ['i', 'we', 'me'],
    your: ['my', 'our', 'the'],
    are: ['am'],
    i: ['you'],
    me: ['you'],
    am: ['are'],
    we: ['you'],
    us: ['you'],
  },
  means: {
    yes: splitAtCommas('yes, yeah, yep, yup, si, oui, ja, sim, نعم, हां, हाँ, 是, はい'),
    no: splitAtCommas('no, nope, nah, non, nein, nao, لا, नहीं, 不, いいえ'),
  },
  noNegatesVerb: false,
  no: [
    'no(?: (?!one\\b|more\\b|body\\b|idea\\b|matter\\b).*)?',
    // Only at the end of a clause; within a clause it belongs to a noun: "there is no heating".
    '.* no',
    '(?:.* )?(?:nope|nah|negative|never)(?: .*)?',
    '(?:i|we|it|that|this|they|he|she|absolutely|certainly|definitely|of course|sorry|probably|really)(?: .*)? not(?: .*)?',
    '(?:not|do not|can not|will not)(?: .*)?',
    'i (?:disagree|refuse|decline)',
    '(?:non|nein|nao|nahi|nahin|لا|نہیں|नही|नहीं|不|不 是|い い え)',
  ],
  unsure: [
    'do not know',
    'not (?:so |really |quite |very |too |a hundred percent )?(?:sure|certain)',
    'no (?:idea|clue)',
    'maybe',
    'perhaps',
    'might',
    'depends',
    'do not (?:understand|remember|follow|recall)',
    'did not (?:understand|hear|catch|get)',
    'not (?:that )?(?:i know|to my knowledge)',
  ],
}
