import type {ApprovalSettings, Grant, SessionGrant} from '../../domain/approval.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

const dayOf = (time: number): string => {
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? '' : `since ${date.toISOString().slice(0, 10)}`;
};

/** What a grant allows, as the user reads it. */
export const grantName = ({scope, server, tools, where}: Grant): string => {
	const names = Object.keys(tools);
	const what =
		scope === 'server' ? `${server}: ${countOf(names.length, 'tool')}` : `${server} ${names.join(', ')}`;
	return sanitiseLine(where === undefined ? what : `${what} in ${where}`);
};

export const sessionGrantName = ({server, tool, despite = []}: SessionGrant): string =>
	sanitiseLine(
		`${server} ${tool}${despite.length === 0 ? '' : `, also after text from ${despite.join(', ')}`}`,
	);

/** What the user has allowed, under the numbers that `/approvals revoke` takes. */
export const grantLines = (session: readonly SessionGrant[], always: readonly Grant[]): readonly string[] => {
	const rows = (names: readonly (readonly [string, string])[], from: number): readonly string[] =>
		alignColumns(names.map(([name, since], index) => [`  ${from + index}  ${name}`, since] as const));
	if (session.length + always.length === 0) {
		return [];
	}
	return [
		...(session.length === 0
			? []
			: [
					'',
					'allowed until the program ends:',
					...rows(
						session.map(grant => [sessionGrantName(grant), ''] as const),
						1,
					),
				]),
		...(always.length === 0
			? []
			: [
					'',
					'always allowed:',
					...rows(
						always.map(grant => [grantName(grant), dayOf(grant.createdAt)] as const),
						session.length + 1,
					),
				]),
		'/approvals revoke <number> takes one back, /approvals revoke all takes back all of them.',
	];
};

/** What else counts, which only the files can change. */
export const settingLines = (settings: ApprovalSettings | undefined): readonly string[] => {
	const {rules = [], trustedTools = [], reviewResults = [], modeLimit} = settings ?? {};
	const parts = [
		['rules', rules.length] as const,
		['trustedTools', trustedTools.length] as const,
		['reviewResults', reviewResults.length] as const,
	].flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${count}`]));
	return [
		...(parts.length === 0
			? []
			: ['', `Entries in the configuration that count as well: ${parts.join(', ')}.`]),
		...(modeLimit === undefined || modeLimit === 'auto'
			? []
			: ['', `A file that is not your own allows no more than ${modeLimit}, whatever is chosen here.`]),
	];
};
