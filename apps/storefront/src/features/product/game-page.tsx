import { useGetGameByKinguinIdQuery } from '@keyturn/api-client';
import { kinguinIdFromSlug, productPath } from '@keyturn/shop-rules';
import { Navigate, useParams } from 'react-router-dom';
import { NotFoundScreen } from '../../shop/not-found-screen.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { isNotFound } from '../../lib/is-not-found.ts';
import { Failed } from '../../ui/feedback/states.tsx';
import { ProductSkeleton } from './product-skeleton.tsx';
import { ProductView } from './product-view.tsx';

/** What follows the last dash is the id; a malformed one leads to /404 without a call. */
export function GamePage() {
  const id = kinguinIdFromSlug(useParams().slug ?? '');
  return id === null ? <Navigate replace to="/404" /> : <Game key={id} id={id} />;
}

function Game({ id }: { id: number }) {
  const call = useGetGameByKinguinIdQuery({ id: String(id) });
  const { currentData: game, error, isError } = call;
  const tryAgain = useTryAgain(call);
  if (game) return <ProductView product={game} canonicalPath={productPath(game)} />;
  if (isNotFound(error)) return <NotFoundScreen />;
  if (!isError) return <ProductSkeleton onRetry={() => void tryAgain()} />;
  return (
    <>
      <h1 className="visually-hidden">Game</h1>
      <Failed what="The game" onRetry={() => void tryAgain()} />
    </>
  );
}
