import type {ApprovalRule} from '../../domain/approval.ts';
import {isInstructions} from '../../domain/server-instructions.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Row} from '../bench/section.ts';
import type {Tone} from '../pager/line.ts';
import {reveal} from '../text/reveal.ts';
import type {ApprovalItem, PatternKind, Standing} from './approval-items.ts';

export const safe = (text: string): string => sanitiseLine(reveal(text));

const decisionTones: Readonly<Record<ApprovalRule['decision'], Tone>> = {
	allow: 'good',
	ask: 'warn',
	deny: 'bad',
};

const patternWords: Readonly<Record<PatternKind, {readonly note: string; readonly tone: Tone}>> = {
	'trusted-tool': {note: 'trusted tool', tone: 'good'},
	'trusted-server': {note: 'trusted server', tone: 'good'},
	review: {note: 'results shown first', tone: 'warn'},
	allowed: {note: '--allowed-tools', tone: 'good'},
	disallowed: {note: '--disallowed-tools', tone: 'bad'},
};

/** What a rule is about, in a few words. */
export const ruleWords = ({server, tool, args, annotations}: ApprovalRule): string => {
	const names = Object.keys(args ?? {});
	return [
		server === undefined && tool === undefined
			? 'every tool'
			: `${server ?? 'any server'} ${tool ?? 'any tool'}`,
		...(names.length === 0 ? [] : [`by ${names.join(', ')}`]),
		...(annotations === undefined ? [] : [`that is ${Object.keys(annotations).join(', ')}`]),
	].join(' ');
};

const standingMark = (standing: Standing): Row['mark'] => {
	switch (standing.type) {
		case 'holds':
			return {text: '✔', tone: 'good'};
		case 'suspended':
			return {text: '‖', tone: 'warn'};
		case 'unknown':
			return {text: '?', tone: 'dim'};
	}
};

/** Every item as one row; what it filters by is the same. */
export const approvalRow = (item: ApprovalItem, mode: string): Row => {
	switch (item.type) {
		case 'what-if': {
			const decision = item.found.type === 'verdict' ? item.found.verdict.decision : 'cannot tell';
			return {mark: {text: '»', tone: 'accent'}, label: safe(item.words), note: decision};
		}
		case 'changed': {
			const {part} = item;
			const what = isInstructions(part.tool) ? 'what it tells the model' : part.tool.tool;
			return {
				mark: {text: '!', tone: 'warn'},
				label: safe(`${part.server} ${what}`),
				note: 'changed, withheld',
				noteTone: 'warn',
			};
		}
		case 'mode':
			return {mark: {text: '●', tone: 'accent'}, label: `approval mode ${mode}`};
		case 'session':
			return {
				...markOf(item.standing),
				label: safe(`${item.grant.server} ${item.grant.tool}`),
				note: 'this session',
			};
		case 'always': {
			const {scope, server, tools, where} = item.grant;
			const names = Object.keys(tools);
			const what = scope === 'server' ? `every tool (${names.length})` : names.join(', ');
			return {
				...markOf(item.standing),
				label: safe(`${server} ${what}${where === undefined ? '' : ` in ${where}`}`),
				note: item.standing.type === 'suspended' ? 'always, suspended' : 'always',
				...(item.standing.type === 'suspended' ? {noteTone: 'warn'} : {}),
			};
		}
		case 'rule':
			return {
				mark: {text: '§', tone: decisionTones[item.rule.decision]},
				label: safe(ruleWords(item.rule)),
				note: item.rule.decision,
				noteTone: decisionTones[item.rule.decision],
			};
		case 'pattern': {
			const {note, tone} = patternWords[item.kind];
			return {mark: {text: '*', tone}, label: safe(item.glob), note};
		}
	}
};

const markOf = (standing: Standing): Pick<Row, 'mark'> => {
	const mark = standingMark(standing);
	return mark === undefined ? {} : {mark};
};
