import {approvalModes} from '../../domain/approval.ts';
import {suggestion} from '../../support/nearest.ts';
import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';
import {grantLines, grantName, sessionGrantName, settingLines} from './grant-lines.ts';

const meanings = {
	'always-ask': 'every tool call asks first',
	'trusted-only': 'tools you trust run, the others ask',
	auto: 'every tool call runs, unless a rule or a changed or suspicious definition makes it ask',
} as const;

const show = ({say, getState, approvalSettings}: CommandHost): void => {
	const {approvalMode, workMode, grants, alwaysGrants} = getState();
	const rows = approvalModes.map(
		mode => `${mode === approvalMode ? '›' : ' '} ${mode.padEnd(12)}  ${meanings[mode]}`,
	);
	say(
		[
			...rows,
			...(workMode === 'plan'
				? ['', 'In plan mode nothing but reading is possible; /mode act ends it.']
				: []),
			...grantLines(grants, alwaysGrants),
			...settingLines(approvalSettings?.()),
			'',
			'/approvals <mode> chooses one; in the chat shift+tab cycles through plan and these.',
		].join('\n'),
	);
};

const revoke = async (which: string, host: CommandHost): Promise<void> => {
	const {say, getState} = host;
	const {grants, alwaysGrants} = getState();
	const all = [
		...grants.map(grant => ({
			name: sessionGrantName(grant),
			takeBack: async () => host.revokeForSession(grant),
		})),
		...alwaysGrants.map(grant => ({
			name: grantName(grant),
			takeBack: async () => host.revoke?.(grant.grantId),
		})),
	];
	if (all.length === 0) {
		say('Nothing is allowed for this session or for good.');
		return;
	}
	const index = /^[1-9]\d*$/.test(which) ? Number(which) - 1 : all.length;
	const chosen = which === 'all' ? all : all.slice(index, index + 1);
	if (chosen.length === 0) {
		const numbers = all.length === 1 ? '1' : `a number from 1 to ${all.length}`;
		say(`/approvals revoke takes ${numbers}, or all. /approvals lists them.`, 'warning');
		return;
	}
	const failures = (await Promise.all(chosen.map(({takeBack}) => takeBack()))).flatMap(failure =>
		failure === undefined ? [] : [failureText(failure)],
	);
	const names = chosen.map(({name}) => `  ${name}`);
	say(
		['Not allowed any more:', ...names, ...new Set(failures)].join('\n'),
		failures.length === 0 ? 'info' : 'warning',
	);
};

export const approvals: Command = {
	name: 'approvals',
	aliases: ['permissions'],
	argument: '[mode|revoke n]',
	summary: 'show or set when tool calls ask first',
	choices: () => [...approvalModes, 'revoke'],
	run(argument, host) {
		const {say, getState, setApprovalMode} = host;
		if (argument === '') {
			show(host);
			return undefined;
		}
		const [verb, ...rest] = argument.split(/\s+/);
		if (verb === 'revoke') {
			return revoke(rest.join(' '), host);
		}
		const mode = approvalModes.find(name => name === argument);
		if (mode === undefined) {
			say(
				`There is no approval mode "${argument}"${suggestion(argument, [...approvalModes, 'revoke']) || '.'} Choose ${approvalModes.join(', ')}.`,
				'warning',
			);
			return undefined;
		}
		setApprovalMode(mode);
		const later = getState().workMode === 'plan' ? ' This counts when plan mode ends: /mode act.' : '';
		say(`Approval mode ${mode}: ${meanings[mode]}.${later}`);
		return undefined;
	},
};
