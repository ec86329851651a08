import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {nearestNames} from '../../shared/nearestNames.ts';
import {showName} from '../../shared/showName.ts';
import type {CurrentTimeInput} from './CurrentTimeInputSchema.ts';
import type {CurrentTimeOutput} from './CurrentTimeOutputSchema.ts';

type CurrentTimeMcpToolHandlerParams = {
	readonly params: CurrentTimeInput;
	readonly now: () => number;
};

const createFormat = (timeZone: string | undefined): Intl.DateTimeFormat =>
	new Intl.DateTimeFormat('en-US', {
		...(timeZone === undefined ? {} : {timeZone}),
		hourCycle: 'h23',
		weekday: 'long',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
		timeZoneName: 'longOffset',
	});

const findFormat = (timeZone: string | undefined): Intl.DateTimeFormat | undefined => {
	// Newer Node accepts offsets such as +02:00 as zones and Node 20 does not: refuse them everywhere.
	if (timeZone !== undefined && !/^[A-Za-z]/.test(timeZone)) return undefined;
	try {
		return createFormat(timeZone);
	} catch {
		// Intl has no way to ask whether a zone exists but to try it.
		return undefined;
	}
};

const unknownZone = (timeZone: string): McpToolError => {
	const nearest = nearestNames(timeZone.replaceAll(' ', '_'), Intl.supportedValuesOf('timeZone'));
	const advice =
		nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'Use an IANA name such as Europe/Berlin.';
	return new McpToolError(`${showName(timeZone)} is not a known time zone. ${advice}`, 'timeZone');
};

export const currentTimeMcpToolHandler = async ({
	params,
	now,
}: CurrentTimeMcpToolHandlerParams): Promise<McpToolOutcome<CurrentTimeOutput>> => {
	const format = findFormat(params.timeZone);
	if (format === undefined) return unknownZone(params.timeZone ?? '');
	const milliseconds = now();
	const parts = new Map(format.formatToParts(milliseconds).map(({type, value}) => [type, value]));
	const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
	const date = `${part('year')}-${part('month')}-${part('day')}`;
	const time = `${part('hour')}:${part('minute')}:${part('second')}`;
	const utcOffset = part('timeZoneName').replace('GMT', '') || '+00:00';
	const {timeZone} = format.resolvedOptions();
	const weekday = part('weekday');
	return [
		{type: 'text', text: `${weekday}, ${date} ${time} in ${timeZone} (UTC${utcOffset})`},
		{
			type: 'json',
			data: {
				iso: `${date}T${time}${utcOffset}`,
				weekday,
				timeZone,
				utcOffset,
				unixSeconds: Math.floor(milliseconds / 1000),
			},
		},
	];
};
