import type {ApprovalSettings, Grant, SessionGrant} from '../../domain/approval.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const dayOf = (time: number): string => {
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? '' : `since ${date.toISOString().slice(0, 10)}`;
};

/** What a grant allows, as the user reads it. */
export const grantName = ({scope, server, tools}: Grant): string => {
	const names = Object.keys(tools);
	return sanitiseLine(
		scope === 'server' ? `${server}: ${countOf(names.length, 'tool')}` : `${server} ${names.join(', ')}`,
	);
};

/** Those that `/approvals revoke` takes, by their number. */
export const alwaysLines = (grants: readonly Grant[]): readonly string[] =>
	grants.length === 0
		? []
		: [
				'',
				'always allowed:',
				...alignColumns(
					grants.map(
						(grant, index) => [`  ${index + 1}  ${grantName(grant)}`, dayOf(grant.createdAt)] as const,
					),
				),
				'/approvals revoke <number> takes one back, /approvals revoke all takes back all of them.',
			];

export const sessionLines = (grants: readonly SessionGrant[]): readonly string[] =>
	grants.length === 0
		? []
		: [
				'',
				'allowed until the program ends:',
				...grants.map(({server, tool, despite = []}) =>
					sanitiseLine(
						`  ${server} ${tool}${despite.length === 0 ? '' : `, also after text from ${despite.join(', ')}`}`,
					),
				),
			];

/** What else counts, which only the files can change. */
export const settingLines = (settings: ApprovalSettings | undefined): readonly string[] => {
	const {rules = [], trustedTools = [], reviewResults = [], strictestMode} = settings ?? {};
	const parts = [
		['rules', rules.length] as const,
		['trustedTools', trustedTools.length] as const,
		['reviewResults', reviewResults.length] as const,
	].flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${count}`]));
	return [
		...(parts.length === 0
			? []
			: ['', `Entries in the configuration that count as well: ${parts.join(', ')}.`]),
		...(strictestMode === undefined || strictestMode === 'auto'
			? []
			: ['', `A file that is not your own allows no more than ${strictestMode}, whatever is chosen here.`]),
	];
};
