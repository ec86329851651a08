import {rewindWords, type SessionEntry} from '../../domain/session-entry.ts';
import type {SessionHit, SessionPreview, ShelfSession} from '../../domain/session-shelf.ts';
import {countOf} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {emptyLine, type Line, type Tone} from '../pager/line.ts';
import {formatBytes, formatCost, formatDuration, formatMoment} from '../text/format.ts';

/** So much of a result is enough to know it again. */
const resultLines = 4;
const labelWidth = 12;

const fact = (name: string, value: string, tone?: Tone): Line => ({
	label: name.padEnd(labelWidth),
	labelTone: 'dim',
	text: sanitiseLine(value),
	...(tone === undefined ? {} : {tone}),
});

const totalLines = ({totals}: SessionPreview & {type: 'read'}): readonly Line[] => {
	const {startedAt, endedAt, cost, hasUnpriced, damaged, unknown, failedCalls} = totals;
	const tokens = `${groupDigits(totals.inputTokens)} in, ${groupDigits(totals.outputTokens)} out`;
	return [
		fact('Said', `${countOf(totals.messages, 'message')}, ${countOf(totals.answers, 'answer')}`),
		fact(
			'Calls',
			`${groupDigits(totals.calls)}${failedCalls === 0 ? '' : `, ${groupDigits(failedCalls)} failed`}`,
		),
		fact('Tokens', tokens),
		...(cost === undefined
			? []
			: [fact('Cost', `${formatCost(cost)}${hasUnpriced ? ' for what has a price' : ''}`)]),
		fact('Models', totals.models.join(', ') || 'none answered'),
		...(startedAt === undefined || endedAt === undefined
			? []
			: [fact('Lasted', formatDuration(Math.max(0, endedAt - startedAt)))]),
		...(damaged === 0 ? [] : [fact('Damage', `${countOf(damaged, 'line')} cannot be read`, 'warn')]),
		...(unknown === 0 ? [] : [fact('Newer', `${countOf(unknown, 'record')} need a newer mcp-tui`, 'warn')]),
	];
};

const waiting: Line = {text: 'Reading …', tone: 'dim'};

const unread = (preview: SessionPreview | undefined): readonly Line[] =>
	preview?.type === 'failed'
		? [preview.failure.message, preview.failure.hint ?? '']
				.filter(text => text !== '')
				.map(text => ({text: sanitiseLine(text), tone: 'bad' as const}))
		: [waiting];

export const overviewLines = (
	session: ShelfSession,
	preview: SessionPreview | undefined,
): readonly Line[] => [
	fact('Title', session.title ?? '(nothing was said)', 'strong'),
	...(session.isCurrent ? [fact('In use', 'this is the session that you are in', 'good')] : []),
	...(session.note === undefined ? [] : [fact('Note', session.note, 'warn')]),
	fact('Id', session.sessionId),
	...(session.forkedFrom === undefined ? [] : [fact('Copy of', session.forkedFrom)]),
	...(session.startedAt === undefined ? [] : [fact('Began', formatMoment(session.startedAt))]),
	fact('Last used', formatMoment(session.modified)),
	fact('Folder', session.cwd ?? 'unknown'),
	fact('Size', formatBytes(session.size)),
	...(preview?.type === 'read' ? totalLines(preview) : unread(preview)),
	emptyLine,
	{text: sanitiseLine(session.file), tone: 'dim'},
];

const texts = (text: string, tone?: Tone): readonly Line[] =>
	sanitise(text)
		.split('\n')
		.map(line => ({text: line, ...(tone === undefined ? {} : {tone})}));

const marks = {succeeded: '✔', failed: '✘', denied: '⊘', cancelled: '⊘', unknown: '?'} as const;
const markTones = {
	succeeded: 'good',
	failed: 'bad',
	denied: 'warn',
	cancelled: 'dim',
	unknown: 'warn',
} as const;

const callLines = (entry: SessionEntry & {type: 'call'}): readonly Line[] => {
	const all = texts(entry.text, 'dim');
	const shown = entry.text === '' ? [] : all.slice(0, resultLines);
	const time = entry.milliseconds === undefined ? '' : ` · ${formatDuration(entry.milliseconds)}`;
	const fate = entry.outcome === 'unknown' ? ' · outcome unknown' : '';
	return [
		{
			label: `${marks[entry.outcome]} `,
			labelTone: markTones[entry.outcome],
			text: sanitiseLine(`${entry.server} ${entry.tool} ${JSON.stringify(entry.arguments)}${time}${fate}`),
			isCut: true,
		},
		...shown.map(line => ({...line, label: '  ', isCut: true as const})),
		...(all.length > shown.length && shown.length > 0
			? [{text: `  and ${countOf(all.length - shown.length, 'more line')}`, tone: 'dim' as const}]
			: []),
	];
};

const entryLines = (entry: SessionEntry): readonly Line[] => {
	switch (entry.type) {
		case 'user':
			return texts(entry.text, 'strong').map((line, index) => ({
				...line,
				label: index === 0 ? '› ' : '  ',
				labelTone: 'accent',
			}));
		case 'answer':
			return [...texts(entry.text), ...(entry.isCut ? texts('(cut)', 'warn') : [])];
		case 'call':
			return callLines(entry);
		case 'turn-end':
			return texts(entry.outcome === 'interrupted' ? 'interrupted' : `failed: ${entry.text}`, 'warn');
		case 'compaction':
			return [{text: 'Summary of everything before', tone: 'heading'}, ...texts(entry.text, 'dim')];
		case 'rewind':
			return texts(rewindWords(entry), 'warn');
	}
};

const apart = (entries: readonly SessionEntry[]): readonly Line[] =>
	entries.flatMap(entry => [...entryLines(entry), emptyLine]);

export const transcriptLines = (preview: SessionPreview | undefined): readonly Line[] => {
	if (preview?.type !== 'read') {
		return unread(preview);
	}
	const {first, between, last} = preview;
	if (first.length === 0) {
		return [{text: 'Nothing was said in it.', tone: 'dim'}];
	}
	const gap: readonly Line[] =
		between === 0 ? [] : [{text: `… ${groupDigits(between)} more …`, tone: 'dim'}, emptyLine];
	return [...apart(first), ...gap, ...apart(last)];
};

const places = {
	user: 'you',
	answer: 'answer',
	call: 'call',
	'turn-end': 'end',
	compaction: 'summary',
	rewind: 'went back',
} as const;

export const matchLines = (hits: readonly SessionHit[]): readonly Line[] =>
	hits.flatMap(({where, at, before, match, after}): readonly Line[] => [
		{text: `${places[where]} · ${formatMoment(at)}`, tone: 'dim'},
		{text: sanitiseLine(`…${before}»${match}«${after}…`)},
		emptyLine,
	]);
