import type {ServerStatus} from '../../domain/server.ts';
import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {LogLevel} from '../../domain/server-request.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import type {LogEntry} from '../../state/app-state.ts';
import {logEntryLine} from '../details/log-lines.ts';
import {emptyLine, type Line, type Tone} from '../pager/line.ts';
import type {DoctorRun} from './doctor-runs.ts';
import {safeText} from './overview-lines.ts';

const note = (text: string): Line => ({text, tone: 'dim'});

const firstSentence = (text: string): string => {
	const start = text.trimStart().slice(0, 400);
	return (/^.*?[.!?](?=\s|$)/s.exec(start)?.[0] ?? start.split('\n', 1)[0] ?? '').trim();
};

const noTools = (status: ServerStatus): Line => {
	switch (status.type) {
		case 'ready-but-list-failed':
			return {text: safeText(`Its list of tools could not be read: ${status.failure.message}`), tone: 'warn'};
		case 'ready':
			return note('It has no tools.');
		default:
			return note('Its tools are not known yet. s starts it.');
	}
};

/** The tools of one server, by name. */
export const toolLines = (
	server: string,
	status: ServerStatus,
	tools: readonly OfferedTool[],
): readonly Line[] => {
	const own = tools.filter(({definition}) => definition.server === server);
	return own.length === 0
		? [noTools(status)]
		: [
				...own.flatMap(({definition}) => [
					{text: safeText(definition.tool), tone: 'name' as const},
					...(definition.description.trim() === ''
						? []
						: [{label: '  ', text: safeText(firstSentence(definition.description))}]),
				]),
				emptyLine,
				note('f3 opens the tools, where they can be tried.'),
			];
};

/** What a server logs over MCP, and what it prints beside its messages. */
export const serverLogLines = (
	entries: readonly LogEntry[],
	printed: readonly string[],
	level: LogLevel | undefined,
): readonly Line[] => [
	{
		text:
			level === undefined
				? 'Logged over MCP, as much as the server likes. L asks for more or less.'
				: `Logged over MCP, from ${level} on. L changes that.`,
		tone: 'heading',
	},
	...(entries.length === 0 ? [note('nothing yet')] : entries.map(logEntryLine)),
	emptyLine,
	{text: 'Printed to standard error', tone: 'heading'},
	...(printed.length === 0 ? [note('nothing yet')] : printed.map(line => ({text: safeText(line)}))),
];

const marks: Readonly<Record<DiagnosisStep['outcome'], {readonly mark: string; readonly tone?: Tone}>> = {
	ok: {mark: '✔', tone: 'good'},
	warning: {mark: '!', tone: 'warn'},
	failed: {mark: '✘', tone: 'bad'},
	skipped: {mark: '○', tone: 'dim'},
};

const stepLines = ({name, outcome, detail, hint}: DiagnosisStep): readonly Line[] => {
	const {mark, tone} = marks[outcome];
	return [
		{
			label: `${mark} `,
			...(tone === undefined ? {} : {labelTone: tone}),
			text: safeText(detail === '' ? name : `${name}: ${detail}`),
			...(outcome === 'failed' ? {tone: 'bad' as const} : {}),
		},
		...(hint?.split('\n') ?? []).map(line => ({label: '    ', text: safeText(line)})),
	];
};

/** It came after the one that failed. */
const isNotReached = ({outcome, detail}: DiagnosisStep): boolean => outcome === 'skipped' && detail === '';

/** The way to a server, as far as it was walked. */
export const doctorLines = (run: DoctorRun | undefined): readonly Line[] => {
	if (run === undefined) {
		return [note('D walks the way to this server step by step, and says where it ends and what to do.')];
	}
	const missed = run.steps.filter(isNotReached).map(({name}) => name);
	return [
		...run.steps.filter(step => !isNotReached(step)).flatMap(stepLines),
		...(missed.length === 0 ? [] : [note(safeText(`○ not tried: ${missed.join(', ')}`))]),
		run.isOver
			? note(
					run.steps.some(({outcome}) => outcome === 'failed')
						? 'D tries again.'
						: 'Nothing is wrong. D looks again.',
				)
			: {text: '… looking', tone: 'accent'},
	];
};
