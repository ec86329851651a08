import type {SessionShelf} from '../../../../domain/session-shelf.ts';
import {countOf} from '../../../../support/count-of.ts';
import {timeLimit} from '../../../../support/limited-signal.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {oneLine} from '../../shared/oneLine.ts';
import {showName} from '../../shared/showName.ts';
import {createPlaceCollector} from './collectPlaces.ts';
import {type SearchSessionsInput, usualPlaces} from './SearchSessionsInputSchema.ts';
import type {FoundPlace, FoundSession, SearchSessionsOutput} from './SearchSessionsOutputSchema.ts';

type SearchSessionsMcpToolHandlerParams = {
	readonly params: SearchSessionsInput;
	readonly sessions: Pick<SessionShelf, 'list' | 'search'>;
	readonly milliseconds?: number;
};

const usualMilliseconds = 20_000;
const longestQuery = 100;
const longestId = 100;

const showDate = (iso: string | undefined): string =>
	iso === undefined ? 'unknown date' : `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const writePlace = ({where, at, snippet}: FoundPlace): string => `  ${where}, ${showDate(at)}: ${snippet}`;

const writeSession = ({sessionId, title, lastUsed, places, more}: FoundSession): readonly string[] => [
	`${title === '' ? '(no title)' : title} (session ${showName(sessionId, longestId)}, last used ${showDate(lastUsed)})`,
	...places.map(writePlace),
	...(more > 0 ? [`  … and ${more} more in this session`] : []),
];

const summarise = ({sessions, searched}: SearchSessionsOutput, query: string): string => {
	if (searched === 0) return 'There are no earlier sessions.';
	if (sessions.length > 0) return `Found in ${countOf(sessions.length, 'earlier session')} of ${searched}:`;
	return `Nothing in ${countOf(searched, 'earlier session')} has all words of ${showName(oneLine(query, longestQuery))}. Try fewer or other words.`;
};

const describeFound = (found: SearchSessionsOutput, query: string, seconds: number): string => {
	const notes = [
		...(found.cutBy === 'places' ? ['There are more: more words find fewer, and limit shows more.'] : []),
		...(found.cutBy === 'time'
			? [`The search ended after ${seconds} s, before it came to the oldest sessions.`]
			: []),
		...(found.unreadable > 0 ? [`${countOf(found.unreadable, 'session')} could not be read.`] : []),
	];
	return [
		summarise(found, query),
		...found.sessions.flatMap(writeSession),
		...(notes.length === 0 ? [] : [`[${notes.join(' ')}]`]),
	].join('\n');
};

const cancelled = (): McpToolError => new McpToolError('The search was cancelled before it was done.');

/** Without the program's own words for it, which name files of this machine. */
const unreadable = (): McpToolError =>
	new McpToolError('The earlier sessions cannot be read now. Ask the user to look at mcp-tui sessions list.');

export const searchSessionsMcpToolHandler = async (
	{params, sessions, milliseconds = usualMilliseconds}: SearchSessionsMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<SearchSessionsOutput>> => {
	const {query, limit = usualPlaces} = params;
	if (query.trim() === '') return new McpToolError('The query has no words in it.', 'query');
	const late = timeLimit(milliseconds);
	const enough = new AbortController();
	const untilEnough = AbortSignal.any([late, signal, enough.signal]);
	const listed = await sessions.list(untilEnough);
	if (signal.aborted) return cancelled();
	if (listed.type === 'unreadable') return unreadable();
	if (listed.type === 'aborted') {
		return new McpToolError(`Listing the earlier sessions takes longer than ${milliseconds / 1000} s.`);
	}
	const collector = createPlaceCollector(listed.sessions, limit);
	const onHit = (hit: Parameters<typeof collector.add>[0]): void => {
		if (!enough.signal.aborted && !collector.add(hit)) enough.abort();
	};
	const end = await sessions.search(query, {onHit}, untilEnough);
	if (signal.aborted) return cancelled();
	if (end.type === 'failed') return unreadable();
	const cutBy = enough.signal.aborted ? 'places' : end.type === 'aborted' ? 'time' : undefined;
	const found: SearchSessionsOutput = {
		sessions: collector.sessions(),
		searched: listed.sessions.filter(({isCurrent, isEmpty}) => !isCurrent && !isEmpty).length,
		...(cutBy === undefined ? {} : {cutBy}),
		unreadable: end.type === 'searched' ? end.unreadable : 0,
	};
	return [
		{type: 'text', text: describeFound(found, query, milliseconds / 1000)},
		{type: 'json', data: found},
	];
};
