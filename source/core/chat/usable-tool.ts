import {describeError} from '../../domain/failure.ts';
import type {Model, ToolFit} from '../../domain/model.ts';
import type {ToolGate} from '../../domain/ports.ts';
import type {OfferedTool, ToolDefinition} from '../../domain/tool.ts';
import {isAside, type SetAside} from './set-aside.ts';

/** Definitions never change, and looking at thousands of schemas takes its time. */
const rememberedFits = new WeakMap<Model, WeakMap<ToolDefinition, ToolFit>>();

/** How a tool fares with a model. Never throws. */
export const fitOf = (model: Model, tool: OfferedTool): ToolFit => {
	let fits = rememberedFits.get(model);
	if (fits === undefined) {
		fits = new WeakMap();
		rememberedFits.set(model, fits);
	}
	let fit = fits.get(tool.definition);
	if (fit === undefined) {
		try {
			fit = model.fitTool?.(tool) ?? {type: 'fits'};
		} catch (error) {
			// A schema that breaks the one who looks at it cannot be sent either.
			fit = {type: 'unfit', reason: describeError(error)};
		}
		fits.set(tool.definition, fit);
	}
	return fit;
};

/** Why a model cannot call a tool; undefined where it can, if it is offered. */
export const whyUnusable = (
	tool: OfferedTool,
	{
		model,
		setAside,
		gate,
	}: {
		readonly model: Model;
		readonly setAside: readonly SetAside[];
		readonly gate?: Pick<ToolGate, 'whyWithheld'>;
	},
): string | undefined => {
	const withheld = gate?.whyWithheld(tool.definition);
	if (withheld !== undefined) {
		return withheld;
	}
	const rejected = setAside.find(aside => aside.why === 'rejected' && isAside(aside, tool.definition));
	if (rejected !== undefined) {
		return rejected.reason ?? 'its provider refused it';
	}
	const fit = fitOf(model, tool);
	return fit.type === 'unfit' ? fit.reason : undefined;
};
