import {approvalModes} from '../../domain/approval.ts';
import {suggestion} from '../../support/nearest.ts';
import type {Command} from './command.ts';

const meanings = {
	'always-ask': 'every tool call asks first',
	'trusted-only': 'tools you trust run, the others ask',
	auto: 'every tool call runs without asking',
} as const;

export const approvals: Command = {
	name: 'approvals',
	aliases: ['permissions'],
	argument: '[mode]',
	summary: 'show or set when tool calls ask first',
	run(argument, {say, getState, setApprovalMode}) {
		const current = getState().approvalMode;
		if (argument === '') {
			const rows = approvalModes.map(
				mode => `${mode === current ? '›' : ' '} ${mode.padEnd(12)}  ${meanings[mode]}`,
			);
			say([...rows, '', 'shift+tab cycles through them.'].join('\n'));
			return;
		}
		const mode = approvalModes.find(name => name === argument);
		if (mode === undefined) {
			say(
				`There is no approval mode "${argument}"${suggestion(argument, approvalModes) || '.'} Choose ${approvalModes.join(', ')}.`,
				'warning',
			);
			return;
		}
		setApprovalMode(mode);
		say(`Approval mode ${mode}: ${meanings[mode]}.`);
	},
};
