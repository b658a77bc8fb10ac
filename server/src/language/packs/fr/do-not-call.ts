/** How people ask in French not to be called again. Apostrophes are gone: "m'appelez" is "mappelez". */
import type { DoNotCallPack } from '../pack.ts'

const STEM =
  '(?:r?appel|telephon|contact|derang|demarch|sollicit|harcel|embet|ennuy|importun|relanc|joindr|joign|ecriv|spam|enquiquin)'
/** A verb of calling, with the pronoun that has run into it. */
const CALL = `(?:m|n|d|l|quon m|s)?${STEM}\\w*`
const PRONOUN = '(?:me |nous |moi |m |vous |on |quon |que |qu )'
const GAP =
  '(?:me|nous|vous|on|quon|que|de|etre|jamais|plus|pas|recevoir|dappels?|vos|ces|des|aucun|aucune|merci|bien|sil|plait|surtout|veuillez|faut|devez|pouvez|voulez|veux|veut|voulons|souhaite|souhaitons|desire|voudrais|aimerais|avoir|ce|numero|a|chez|ici|autorise|permets|tenter|essayer|chercher|continuer|encore|du|tout|par)'
const LIST =
  '(?:listes?|listings?|fichiers?|bases?(?: de donnees)?|registres?|systemes?|annuaires?|repertoires?|carnets?|contacts|prospects)'
const REMOVE = '(?:m|d|l|n)?(?:enlev|retir|supprim|effac|ray|sort|ot|radi|vir|exclu|elimin|barr)\\w*'
const MINE =
  '(?:mon (?:numero|nom|telephone|contact|portable|adresse)|mes (?:coordonnees|donnees|infos|informations)|ce numero|notre numero|le numero)'
const CALLS = '(?:appels?|coups? de fil|coups? de telephone|demarchages?|sollicitations?|harcelement)'

export const frenchDoNotCall: DoNotCallPack = {
  requests: [
    // "ne m'appelez plus", "n'appelez pas": the refusal around the verb.
    `(?:ne |n)(?:${PRONOUN})*(?:m|n|l)?${STEM}\\w* (?:\\w+ )?(?:plus|pas|jamais)(?! (?:tard|tot|souvent|vite|maintenant|au|avant|apres|le|ce|demain|aujourdhui|en|a|pendant))`,
    `(?:ne |n)(?:${PRONOUN})*(?:m|n|l)?${STEM}\\w* (?:\\w+ )?plus(?! (?:tard|tot|souvent|vite))`,
    // Whoever refuses calls refuses to be called.
    `(?:refus|rejett|declin|suffit|hors de question|interdis|interdit)\\w* (?:\\w+ ){0,5}?(?:l|d)?(?:${CALLS}|${CALL}|utiliser (?:mon|ce) numero)`,
    '(?:ne |n)(?:me |nous )?(?:recommenc|compos|utilis|essay)\\w* (?:plus|pas|jamais)',
    'ne (?:plus|pas|jamais) (?:\\w+ )?(?:composer|utiliser|recommencer|faire) (?:ce|mon|le|notre) (?:numero|telephone)',
    '(?:quon|que vous) (?:m|me |nous )oubli\\w*',
    // "m'appelez plus": as it is said, without its "ne".
    `(?:^|(?:bon|merci|alors|non|et|mais|stop|bref) )(?:m|nous )?r?appelez (?:moi )?(?:\\w+ )?(?:plus|jamais)(?! (?:tard|tot|souvent|vite))`,
    `(?:^|(?:bon|merci|alors|non|et|mais|stop) )mappel(?:ez|le) (?:plus|pas|jamais)(?! (?:tard|tot))`,
    // "ne plus jamais appeler", "veux plus que vous me contactiez": the refusal before the verb.
    `(?:plus|pas|jamais) (?:${GAP} ){0,8}?${CALL}(?! (?:de vous|de votre))`,
    `(?:d|l|n)?(?:arret|cess|stop|finiss|assez|evit|abstene|renonc|halte)\\w* (?:\\w+ ){0,4}?(?:${CALL}|${CALLS}|ca$|cela$|tout ca)`,
    `(?:plus|pas) (?:\\w+ ){0,3}?(?:d|un |un seul |aucun |aucuns |vos |de vos )?${CALLS}(?! (?:manques?|en absence))`,
    `(?:marre|assez|ras le bol|plein le dos|stop|fatigue|fatiguee) (?:\\w+ ){0,3}?(?:${CALLS}|${CALL})`,
    `(?:interdi|defen)\\w* (?:\\w+ ){0,4}?(?:${CALL}|${CALLS})`,
    `faut (?:\\w+ ){0,3}?(?:arreter|cesser|stopper) (?:\\w+ ){0,2}?(?:${CALL}|${CALLS})`,
    '(?:veux|souhaite|voulons|desire|aimerais) (?:ne )?(?:plus|pas) (?:\\w+ ){0,3}?(?:entendre|affaire|nouvelles)',
    '(?:ninsistez|insistez) (?:pas|plus)',
    '(?:cest|relevent?|ca sappelle) (?:\\w+ ){0,2}?harcelement',
    '(?:porter|porte|deposer|depose) (?:\\w+ )?plainte',
    '(?:signaler|signale|denoncer|denonce) (?:\\w+ ){0,3}?(?:cnil|police|repression|autorites|signal conso|33700)',
    '(?:mon|un) avocat',
    `${REMOVE} (?:\\w+ ){0,5}?${LIST}(?! dattente)`,
    `${REMOVE} (?:\\w+ ){0,2}?${MINE}`,
    `(?:etre|me|nous|que vous) ${REMOVE} (?:de|du|des|mon|mes)`,
    '(?:enlevez|retirez|rayez|sortez|supprimez|effacez|radiez|virez|otez) (?:moi|nous)',
    '(?:desinscri|desabonn|desenregistr)\\w*',
    '(?:figurer|apparaitre|etre) (?:\\w+ ){0,2}?(?:dans|sur|parmi) (?:votre|vos|cette|ce) (?:listes?|fichiers?|base)',
    '(?:retir|revoqu|annul|repren)\\w* (?:\\w+ ){0,2}?(?:consentement|accord|autorisation)',
    '(?:pas|jamais|aucun|aucune|sans) (?:\\w+ ){0,3}?(?:consent\\w*|l?accord|autorise|l?autorisation|permission|permis)(?! (?:avec|sur))',
    'pas le droit de (?:\\w+ )?(?:m|me |nous )?appeler',
    'moppose (?:a|au|aux)',
    'faut (?:arreter|cesser|stopper)(?: (?:maintenant|la|ca|cela))*$',
    'droit dopposition',
    'suppression (?:de |des )?(?:mes|mon)',
    'supprimez (?:le|la|les|tout)$',
    'rien a faire (?:\\w+ ){0,2}?(?:m|nous )?\\w*appel\\w*',
    '(?:rgpd|cnil|bloctel)',
    'liste rouge',
    'liste dopposition',
    '(?:oubliez|perdez|bloquez|jetez|dechirez) (?:moi|mon numero|nous|ce numero)(?! de)',
    '(?:laissez|fichez|foutez|laisse|fiche|fous|lachez) (?:moi|nous)(?: \\w+)? (?:tranquilles?|la paix|en paix|vivre|respirer|les baskets)',
    'lachez (?:moi|nous)',
    'oubliez que jexiste',
    'listes? (?:\\w+ ){0,4}?ne (?:pas|plus)',
    '(?:avise|avisez|essaye|essayez)(?: vous)? (?:pas|plus) de (?:me |m|nous )?r?appeler',
    '(?:me|nous) (?:laissez|laisser|foutre|ficher|laissiez) (?:\\w+ )?(?:tranquilles?|la paix|en paix)',
    'derniere fois que (?:vous |je )?(?:m|me |nous )?\\w*',
    'si vous (?:me |m|nous )?(?:r)?appelez (?:encore|a nouveau|une autre fois|une fois de plus)',
  ],
  exemptions: [
    'liste dattente',
    'ne (?:me|m) r?appelle (?:plus|pas)',
    '(?:je|jai|tu|il|elle) (?:ne )?(?:me |m)r?appell?\\w* (?:plus|pas)',
    'me rappelle (?:plus|pas)',
    '(?:mavez|mas|ma|nous avez|avez) (?:\\w+ )?(?:pas|jamais|plus) (?:\\w+ )?(?:r?appele|contacte|telephone|derange|joint)',
    'vous ne mappelez',
    'vous ne (?:me |m|nous )?derangez',
    '(?:ca|cela) ne (?:me |m|nous )?derange',
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
  ],
  always: [
    `ne (?:plus|jamais) (?:jamais )?(?:etre |me |nous |m)?${STEM}\\w*`,
    `(?:veux|souhaite|voulons|desire|aimerais|souhaitons) (?:plus|pas|plus jamais) (?:\\w+ ){0,3}?(?:etre |que vous |quon )(?:m|me |nous )?\\w*${STEM}\\w*`,
  ],
  limitedRefusals: [
    '(?:ne |n)?(?:me |m|nous )?r?appelez pas (?:maintenant|au travail|avant|apres|ce matin|le matin|le soir|si tot|si tard|en journee|aujourdhui|pendant|le week ?end|le dimanche|a cette heure)',
  ],
  invitations: [
    '(?:r?appelez|essayez|plutot|rappelle)(?: moi)? ?(?:demain|plus tard|ce soir|lundi|mardi|mercredi|jeudi|vendredi|apres|la semaine|dans|vers)',
  ],
  final: ['jamais', 'liste', 'supprimez'],
  unfinished: ['ne', 'de', 'plus', 'mon', 'pas', 'votre', 'me', 'que', 'dappel'],
  phrases: [
    'ne mappelez plus',
    'arretez de mappeler',
    'retirez moi de votre liste',
    'supprimez mon numero',
    'je ne veux plus etre appele',
  ],
}
