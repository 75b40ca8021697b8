export const rulesModelId = 'builtin/rules-1';
