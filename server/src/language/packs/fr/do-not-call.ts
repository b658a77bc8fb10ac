/** How people ask in French not to be called again. Apostrophes are removed: "m'appelez" is "mappelez". */
import type { DoNotCallPack } from '../pack.ts'
import { type RefusalWords, refusalPatterns } from '../refusals.ts'

const STEM =
  '(?:(?:r|re)?appel|(?:re)?telephon|(?:re)?contact|derang|demarch|sollicit|harcel|embet|ennuy|importun|relanc|joindr|joign|ecriv|spam|enquiquin|emmerd)'
/** A verb of calling, with its elided pronoun. */
const CALL = `(?:(?:m|n|d|l|quon m|s)?(?!telephones?(?: |$))${STEM}\\w*|faire sonner)`
const PRONOUN = '(?:me |nous |moi |m |vous |on |quon |que |qu |le |l |y )'
const CALLS =
  '(?:d?appels?|contacts? telephoniques?|(?<=aucun )contact|coups? de (?:fil|telephone|bigo)|demarchages?|sollicitations?|harcelement)'
const WHEN =
  '(?:maintenant|encore|aujourdhui|demain|ce (?:matin|soir|midi)|cette (?:nuit|semaine)|le (?:matin|midi|soir|week ?end|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|la nuit|avant|apres (?:\\d|\\w+ heures?|le|midi|dix|vingt)|si (?:tot|tard)|en (?:journee|semaine)|pendant|quand|lorsque|tant que|a cette heure|a (?:\\w+ )?heures?|a (?:midi|lheure)|entre|trop (?:tot|tard))'
const WHERE =
  '(?:(?:au|a mon|a la|sur le|sur mon|chez|le|mon) ?(?:travail|bureau|boulot|maison|fixe|autre numero)|(?:mon|ma) (?:mari|femme|patron))'
const NOT_YET = '(?:plus|pas|jamais)'

const WORDS: RefusalWords = {
  never: NOT_YET,
  gap: '(?:me|nous|vous|on|quon|que|de|etre|jamais|plus|pas|recevoir|dappels?|vos|ces|des|aucun|aucune|merci|bien|sil|plait|surtout|veuillez|faut|devez|pouvez|voulez|veux|veut|voulons|souhaite|souhaitons|desire|voudrais|aimerais|avoir|ce|numero|a|chez|ici|autorise|permets|tenter|essayer|chercher|continuer|encore|du|tout|par|soit|moi|personne|quelquun|le|la|droit|mon|mari|femme|mere|pere|robots?|automates?|machines?|gens)',
  call: CALL,
  notCall: '(?:de vous|de votre|(?:madame|monsieur|mademoiselle|docteur)(?: |$)|manques?)',
  calling: `(?:m|n|l)?${STEM}\\w*`,
  again:
    '(?:plus(?! (?:tard|tot|souvent|vite))|jamais|encore|a nouveau|de nouveau|une (?:autre|seule|derniere) fois|une fois de plus)',
  calls: CALLS,
  notCalls: '(?:manques?|en absence|dhier)',
  stop: '(?:d|l|n)?(?:arret|cess|stop|finiss|evit|abstene|abstenir|renonc|halte|mettez fin|mettre fin)\\w*',
  cease: 's?(?:cess|arret)(?:ent|e|es|er)',
  none: '(?:plus(?: aucun)?|aucun|pas(?: un| un seul)?|ni|sans|zero|stop)',
  enough: '(?:marre|assez|ras (?:le|la) \\w+|plein le (?:dos|cul)|stop|fatigue|fatiguee|suffit|trop)',
  want: '(?:n?en )?(?:veu\\w*|voul\\w*|voudr\\w*|souhait\\w*|desir\\w*|accept\\w*|attend\\w*|demand\\w*|suppor\\w*|toler\\w*|recevoir|(?:les )?bienvenue?s?)',
  nobody: '(?:personne|aucun de nous)',
  remove:
    '(?:m|d|l|n|mettez|mettre )?(?:enlev|retir|supprim|effac|ray|sort|ot|radi|vir|exclu|elimin|barr|biff|desinscri)\\w*',
  removed: '(?:enleve|retire|supprime|efface|raye|radie|elimine)e?s?',
  mine: '(?:mon (?:numero|nom|telephone|contact|portable|adresse)|mes (?:coordonnees|donnees|infos|informations)|ce numero|notre (?:numero|nom)|le numero)',
  list: '(?:listes?|listings?|fichiers?|bases?(?: de donnees)?|registres?|systemes?|annuaires?|repertoires?|carnets?|contacts|prospects|l?ordinateurs?)',
  notList: '(?:dattente|de courses|des courses)',
  forget: '(?:oubli|perd|bloqu|jet|dechir)(?:ez|e|er|s|iez|re)',
  number: '(?:moi|nous|mon numero|ce numero|que jexiste)(?! de)',
  revoke: 'j?(?:retir|revoqu|annul|repren|repris)\\w*',
  consent: '(?:consentements?|l?accord|l?autorisations?|permissions?)',
  permission:
    '(?:consent\\w*|l?accord|l?autoris\\w*|permission|permis|permets|(?:le )?droit (?:\\w+ )?(?:de |d)(?:me |m|nous )?(?:appeler|telephoner|contacter|deranger|utiliser))',
  forbid: '(?:refus|rejett|declin|hors de question|interdi|defen[ds]|moppose|nous opposons|jexig|exig|somm)\\w*',
  use: '(?:(?:d|l)?utilis\\w*|traitement|cess\\w*|arret\\w*)',
  ifCall: `si (?:\\w+ ){0,2}?(?:me |m|nous )?(?:r|re)?(?:appelez|appelle|appelles|telephonez|contactez)(?! (?:demain|plus tard|ce soir|cet|apres|dans|vers|lundi|mardi|mercredi|jeudi|vendredi))`,
  later: '(?:demain|plus tard|ce soir|cet apres|dans (?:une|deux|\\d)|vers|lundi|mardi|mercredi|jeudi|vendredi)',
  ifOn: 'si (?:\\w+ ){0,2}?(?:continu|insist|persist)\\w*',
  threat:
    '(?:(?:port|depos)\\w* (?:\\w+ )?plainte|(?:signal|denonc)\\w* (?:\\w+ ){0,3}?(?:cnil|police|repression|autorites|signal conso|33700)|(?:mon|un) avocat|(?:vous|tu|te) (?:ai|a|as) (?:\\w+ )?bloques?|poursui\\w* en justice|(?:vous )?(?:poursui|attaqu)\\w* (?:\\w+ )?(?:justice|tribunal)|(?:jappelle|appeler|vais a|aller a|previens|prevenir) la police|(?:cest|relevent?|ca sappelle) (?:\\w+ ){0,2}?harcelement)',
  law: '(?:rgpd|cnil|bloctel|liste rouge|liste dopposition|droit dopposition|droit a (?:loubli|leffacement)|que choisir|60 millions|(?:desinscri|desabonn|desenregistr)\\w*|listes? (?:\\w+ ){0,4}?ne (?:pas|plus))',
  alone:
    '(?:(?:laiss|fich|fout|lach|fous)\\w* (?:moi|nous)(?: \\w+){0,2} (?:tranquilles?|la paix|en paix|vivre|respirer|les baskets)|lache(?:z)? (?:moi|nous)|(?:me|nous) (?:laiss|fout|fich)\\w* (?:\\w+ )?(?:tranquilles?|la paix|en paix))',
  hear: 'entend(?:re|e) parler de (?:vous|votre)',
  oneMore: '(?:encore un|un autre|un seul)',
  and: '(?:de plus )?(?:et|ou)',
  neverAgain: '^(?:\\w+ ){0,3}?plus jamais(?: sil vous plait| merci)*$',
  last: '(?:(?:soit|cest|sera|etait) (?:\\w+ )?(?:la |votre |le )?derni(?:er|ere) (?:fois que vous (?:m|me |nous )?\\w*(?<!avez)|appel)|derniere fois que je)',
}

export const frenchDoNotCall: DoNotCallPack = {
  requests: [
    ...refusalPatterns(WORDS),
    // "ne m'appelez plus", "n'appelez pas": the negation around the verb.
    `(?:ne |n)(?:${PRONOUN})*(?:m|n|l)?${STEM}\\w* (?:\\w+ )?(?:plus(?! (?:tard|tot|souvent|vite))|pas|jamais)(?! (?:tard|souvent|madame|monsieur|mademoiselle|docteur))`,
    '(?:ne |n)(?:me |nous )?(?:recommenc|compos|utilis|essay|fait|insist)\\w* (?:meme )?(?:plus|pas|jamais)',
    'ne (?:plus|pas|jamais) (?:\\w+ )?(?:insister|composer|utiliser|recommencer|faire) (?:ce|mon|le|notre|avec)',
    'fai(?:tes|s) plus (?:jamais )?(?:ce|mon) numero',
    '(?:quon|que vous) (?:m|me |nous )oubli\\w*',
    // "m'appelez plus": colloquial, without "ne".
    `(?:^|(?:bon|merci|alors|non|et|mais|stop|bref|ici) )(?:m|nous )?(?:r?appel|telephon)(?:ez|e|es|le) (?:moi )?(?:\\w+ )?(?:plus|jamais)(?! (?:tard|tot|souvent|vite))`,
    `(?<!(?:ne|vous|tu|il|elle|on|qui) )mappel(?:ez|le|les) (?:plus|pas|jamais)(?! (?:tard|tot|souvent|madame|monsieur))`,
    '(?:ninsistez|insistez) (?:pas|plus)',
    `(?:etre|me|nous|que vous|de) ${WORDS.remove} (?:de|du|des|mon|mes)`,
    '(?:enlev|retir|ray|sort|supprim|effac|radi|vir|ot)(?:ez|e) (?:moi|nous)(?! (?:d|le|la|un|une) )',
    'demande\\w* (?:a )?(?:d)?etre (?:\\w+ )?(?:retire|raye|enleve|supprime|efface)e?',
    'demande\\w* de (?:m|nous |me )(?:enlev|retir|ray|sort|supprim|effac)\\w*',
    '(?:figurer|apparaitre|etre) (?:\\w+ ){0,2}?(?:dans|sur|parmi) (?:votre|vos|cette|ce) (?:listes?|fichiers?|base)',
    '(?:veux|souhaite|voulons|desire|aimerais) (?:ne )?(?:plus|pas) (?:\\w+ ){0,3}?(?:entendre|affaire|nouvelles)',
    '^(?:(?:alors|bon|et|non|oui) )*(?:stop|arretez)(?: (?:ca|cela|tout ca|maintenant|merci))*$',
    'faut (?:arreter|cesser|stopper)(?: (?:maintenant|la|ca|cela))*$',
    '(?:arret|cess|stopp)(?:ez|e) (?:ca|cela|tout ca)$',
    'ne (?:le |la )?(?:faites|refaites) plus(?: jamais)? (?:ca|cela)',
    'suppression (?:de |des )?(?:mes|mon)',
    'supprimez (?:le|la|les|tout)$',
    'rien a faire (?:\\w+ ){0,2}?(?:m|nous )?\\w*appel\\w*',
    '(?:avise|avisez|essaye|essayez)(?: vous)? (?:pas|plus) de (?:me |m|nous )?r?appeler',
    'je vous (?:ai )?(?:deja )?(?:dit|demande) darreter',
    'combien de fois (?:\\w+ ){0,6}?(?:arreter|non|pas)',
    '(?:supprim|effac|enlev|retir)\\w+ (?:mon|mes|ce|notre) (?:numero|donnees|nom|coordonnees)',
    '(?:pas|aucun) (?:de )?(?:demarchage|appels? commerci\\w+|publicite)',
  ],
  candidates: [
    'degage\\w*',
    'foutez le camp',
    'fichez le camp',
    'allez au diable',
    'pas interessee?',
    'ca ne minteresse pas',
    'arnaque\\w*',
    'perte de temps',
    'vous menervez',
    'cassez vous',
  ],
  exemptions: [
    '(?:\\w+ ){0,3}lentilles de contact',
    '(?:peux|pouvons|puis|peut) pas (?:prendre|recevoir|repondre)(?: \\w+){0,2}',
    '(?:ca|cela) (?:ne )?(?:me |m|nous )?(?:gene|ennuie|embete) pas(?: \\w+){0,3}',
    '(?:ne |n)(?:me |m|nous )?r?appel\\w* pas (?:madame|monsieur|mademoiselle|docteur)',
    '(?:termin|arret|coup)\\w* (?:l|cet )appel$',
    '(?:\\w+ ){0,5}liste dattente',
    'ne (?:me|m) r?appelle (?:plus|pas)',
    '(?:je|jai|tu|il|elle) (?:ne )?(?:me |m)r?appell?\\w* (?:plus|pas)',
    'me rappelle (?:plus|pas)',
    '(?:mavez|mas|ma|nous avez|avez|na|nont) (?:\\w+ )?(?:pas|jamais|plus) (?:\\w+ )?(?:r?appele|contacte|telephone|derange|joint)',
    'personne (?:ne |n)?(?:ma|nous a|mavait) (?:\\w+ )?(?:r?appele|contacte)',
    '^vous ne mappelez',
    'vous ne (?:me |m|nous )?derangez',
    '(?:ca|cela) ne (?:me |m|nous )?derange(?! plus)',
    '(?:ca|cela) (?:me |m|nous )?derange pas',
    'pourquoi (?:\\w+ ){0,2}?(?:ne |n)?(?:me |m|nous )?(?:avez|r?appel\\w*)(?: vous)? (?:pas|plus)',
    '(?:n?ai|n?avons|n?avais|peux|pouvais|pu) (?:pas|jamais|plus) (?:\\w+ )?(?:r?appele|r?appeler|telephoner|contacter|vous (?:r?appeler|joindre|contacter|telephoner))',
    '(?:pas|plus) besoin de (?:me |m|nous )?\\w*(?! plus)',
    '(?:pas|plus) (?:bien )?(?:sur|sure|certain|certaine)',
    'sappelle (?:plus|pas)',
    'daccord',
    'je (?:ne |n)(?:vous )?r?appelle',
    '(?:n?ai|n?avons|na|nont|ont) (?:pas|rien|jamais) (?:\\w+ )?(?:recu|r?appele|eu)',
    'noubliez pas',
    'narret\\w+ pas',
    '(?:ne |n)(?:me |m|nous |le |la |les |l)?(?:supprim|enlev|retir|effac|ray)\\w* pas(?: \\w+){0,5}',
  ],
  always: [
    `ne (?:plus|jamais) (?:jamais )?(?:etre |me |nous |m)?${STEM}\\w*`,
    `(?:veux|souhaite|voulons|desire|aimerais|souhaitons) (?:plus|pas|plus jamais) (?:\\w+ ){0,3}?(?:etre |que vous |quon )(?:m|me |nous )?\\w*${STEM}\\w*`,
  ],
  limitedRefusals: [
    `(?:ne |n)?(?:me |m|nous )?(?:r?appel|telephon)(?:ez|e|er|le) (?:moi )?(?:pas|plus) ${WHEN}`,
    `(?:pas|plus) (?:me |m|nous )?(?:m|d)?(?:r?appel|telephon)er ${WHEN}`,
    `(?:aujourdhui|maintenant|demain|ce soir) (?:ne |n)?(?:me |m|nous )?(?:r?appel|telephon)(?:ez|e) (?:pas|plus)`,
  ],
  elsewhereRefusals: [`(?:ne |n)?(?:me |m|nous )?(?:r?appel|telephon)(?:ez|e) (?:moi )?(?:pas|plus) ${WHERE}`],
  invitations: [
    '(?:r?appelez|essayez|plutot|rappelle)(?: moi)? ?(?:demain|plus tard|ce soir|lundi|mardi|mercredi|jeudi|vendredi|apres|la semaine|dans|vers|sur (?:mon|le) (?:portable|mobile)|un autre jour)',
    '(?:utilisez|appelez) (?:celui|celle)',
    'parle[zr]? (?:moi|avec moi)',
  ],
  final: ['jamais', 'liste', 'supprimez'],
  unfinished: ['ne', 'de', 'plus', 'mon', 'pas', 'votre', 'me', 'que', 'dappel', 'arretez', 'stop'],
  phrases: [
    'ne mappelez plus',
    'arretez de mappeler',
    'retirez moi de votre liste',
    'supprimez mon numero',
    'je ne veux plus etre appele',
  ],
}
