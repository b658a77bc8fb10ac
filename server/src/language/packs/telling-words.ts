/**
 * Everyday words by which a language is recognized in a transcript, as data: pronouns, verbs and answers rather than names. As in
 * the packs: lower case, without accents and apostrophes. A word that two of these languages have tells nothing, whatever list it
 * is in; words that are also ordinary words of English (die, hat, gut, pour, comment, sale) are left out.
 */
export const TELLING_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: words(
    'the and you your yes no not is are was were what this that have has had do does did can could will would should i it its my me we they he she for with please thank thanks want need who how when where why here there about but or if sorry hello understand speak okay right sure',
  ),
  de: words(
    'ich sie wir mir mich ihnen ihr uns nicht kein keine das der dem ist sind habe haben kann konnen konnten mochte mochten bitte danke ja nein doch auch aber und oder wer wie wann warum hier heute spreche sprechen verstehe verstanden englisch deutsch richtig stimmt genau gerne gern leider nur noch mit fur auf von zu eine einen schon wurde passt',
  ),
  es: words(
    'yo usted ustedes si no pero porque gracias quiero puedo puede tengo tiene estoy soy muy bueno buenas buenos hablo habla hablar espanol ingles entiendo correcto vale senor senora donde quien el los las del una mi lo siento perdon eso nada hasta ahora le me gustaria acuerdo y con',
  ),
  fr: words(
    'je vous nous oui non merci sil plait ne pas est suis avez avons voudrais veux peux pouvez bonjour parle parlez francais anglais comprends daccord quand qui les une avec mon votre cest jai il elle tres ca bien sur moi desole aussi mais',
  ),
  pt: words(
    'eu voce voces nao sim obrigado obrigada quero posso pode tenho tem estou sou muito bem bom boa falo fala falar portugues entendo certo onde quem os uma meu minha seu isso ele ela desculpe agora e com gostaria tambem',
  ),
}

function words(list: string): readonly string[] {
  return list.split(' ')
}
