import {foldLetters} from './fold-name.ts';
import {withoutHidden} from './hidden-characters.ts';

/** More than a server can get into one definition: nothing is hidden behind it. */
const maxLength = 300_000;
const shownLength = 80;

const people =
	"(?:the |your |any |this |that )?(?:end[- ]?)?(?:user|human|operator)s?\\b(?!'| interface| input| agent| account)";
const never =
	"(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|may not|avoid|refrain from)(?: ever| also| directly)?";
const near = '[^.;]{0,40}?';
const taking =
	'(?:read|open|cat|load|fetch|include|send|pass|attach|upload|copy|paste|append|provide|put|contents? of)';
const sending = '(?:include|send|pass|attach|upload|copy|append|forward|submit|put|exfiltrate|leak)';

type Phrases = {
	readonly says: string;
	readonly patterns: readonly RegExp[];
	/** "Never do it without telling the user" is what honest definitions say: these count only where they are not forbidden. */
	readonly unlessForbidden: readonly RegExp[];
};

const compile = (patterns: readonly string[]): readonly RegExp[] =>
	patterns.map(pattern => new RegExp(pattern, 'g'));

const phrase = (
	says: string,
	patterns: readonly string[],
	unlessForbidden: readonly string[] = [],
): Phrases => ({
	says,
	patterns: compile(patterns),
	unlessForbidden: compile(unlessForbidden),
});

/*
 * What honest definitions do not say. Every pattern has only bounded gaps, so that looking for it takes time in
 * proportion to the text. Texts are folded before: small letters, single spaces, straight quotes.
 */
const phrases: readonly Phrases[] = [
	phrase(
		'tells the model to hide something from the user',
		[
			`\\b${never} (?:tell|inform|notify|alert|warn)(?:ing)? ${people}`,
			`\\b${never} (?:mention|reveal|disclose|revealing|mentioning|disclosing)\\b${near}\\bto ${people}`,
			`\\b${never} (?:mention|reveal|disclose) (?:this|that|it|these|anything|any of this)\\b`,
			`\\b${people} (?:must|should|may)(?: not|n't) (?:know|notice|find out|be (?:told|informed|notified|aware|alerted))\\b`,
		],
		[
			`\\bwithout (?:telling|informing|notifying|alerting|warning) ${people}`,
			`\\bwithout (?:the |your )?(?:user|human|operator)(?:'?s|s')? (?:knowledge|knowing|noticing|awareness)`,
			`\\b(?:hide|hiding|conceal|concealing|keep|keeping) (?:this|it|that|these|them|everything|the \\w{1,30})(?: a)?(?: secret| hidden)? from ${people}`,
		],
	),
	phrase('tells the model to ignore other instructions', [
		'\\b(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |your |of |these |those ){0,4}(?:previous|prior|earlier|above|preceding|existing|other|system|original)(?: \\w{1,20})? (?:instructions?|prompts?|guidelines?|guardrails)\\b',
		'\\b(?:ignore|disregard|forget) (?:all |any |the |your ){0,3}(?:previous|prior|earlier|above|preceding|safety) rules\\b',
		'\\b(?:ignore|disregard|forget|override|bypass) (?:all |any )?(?:of )?your (?:\\w{1,20} )?(?:instructions?|rules|guidelines?|guardrails|training)\\b',
		'\\b(?:ignore|disregard|forget|override|bypass) (?:the |your )?system (?:prompt|message|instructions?)\\b',
	]),
	phrase('contains markup that imitates instructions of the program itself', [
		'</?(?:important|system[-_ ]?(?:prompt|message|reminder|instructions?)|(?:secret|hidden)[-_ ]?instructions?) ?>',
		'<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\\|>|\\[/?inst\\]|<</?sys>>',
	]),
	phrase('wants to be used before any other tool', [
		'\\bbefore (?:you )?(?:use|using|call|calling|run|running|invoke|invoking|execute|executing) (?:any|all|every)(?: of the)? other (?:tools?|functions?)\\b',
		'\\bbefore (?:any|every|all|each) (?:other )?tool (?:calls?|use|usage|invocations?)\\b',
	]),
	phrase(
		'asks for private files or keys',
		[],
		[
			`\\b${taking}\\b[^.;]{0,60}?\\.(?:ssh/(?!config|known_hosts|\\S{0,40}\\.pub\\b)|aws/credentials|gnupg/|netrc\\b|git-credentials\\b|cursor/mcp\\.json|claude\\.json)`,
			`\\b${taking}\\b[^.;]{0,60}?(?:\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b(?!\\.pub)|/etc/shadow\\b|\\bclaude_desktop_config\\b)`,
			`\\b${sending}\\b[^.;]{0,40}\\b(?:user's|users'|other servers?'?|other tools?'?) (?:\\w{1,20} ){0,2}(?:api keys?|access tokens?|passwords?|private keys?|ssh keys?|credentials|secrets|environment variables)\\b`,
			`\\b${sending}\\b[^.;]{0,40}\\b(?:(?:entire|full|whole|complete) (?:conversation|chat)|system prompt)\\b`,
		],
	),
];

/** Longer than any layout needs, and long enough to push what follows out of sight. */
const gap = /[ \t\u00a0\u2000-\u200a\u3000]{100}|(?:\r?\n[ \t]{0,8}){25}/;

const foldText = (text: string): string =>
	foldLetters(withoutHidden(text.slice(0, maxLength)))
		.replaceAll(/[‘’ʼ`´]/g, "'")
		.replaceAll(/[“”]/g, '"')
		.replaceAll(/\s+/g, ' ');

const forbidding = /\b(?:not|never|don't|avoid)\b[^.;]*$/;
const reachOfForbidding = 60;

const isForbidden = (text: string, at: number): boolean =>
	forbidding.test(text.slice(Math.max(0, at - reachOfForbidding), at));

/** Where a text says it first. */
const find = ({patterns, unlessForbidden}: Phrases, text: string): string | undefined => {
	for (const pattern of patterns) {
		for (const [words] of text.matchAll(pattern)) return words;
	}
	for (const pattern of unlessForbidden) {
		for (const match of text.matchAll(pattern)) {
			if (!isForbidden(text, match.index)) return match[0];
		}
	}
	return undefined;
};

export type SuspiciousPhrase = {
	/** What the text does, as the rest of a sentence. */
	readonly says: string;
	/** Where it does so. */
	readonly words?: string;
};

/** Instructions in a text that have no place in the description of a tool. */
export const findSuspiciousPhrases = (text: string): readonly SuspiciousPhrase[] => {
	const folded = foldText(text);
	const found = phrases.flatMap((each): readonly SuspiciousPhrase[] => {
		const words = find(each, folded);
		return words === undefined ? [] : [{says: each.says, words: words.trim().slice(0, shownLength)}];
	});
	const hidesText = gap.test(text.slice(0, maxLength).trim());
	return hidesText ? [...found, {says: 'hides text behind a long gap'}] : found;
};
